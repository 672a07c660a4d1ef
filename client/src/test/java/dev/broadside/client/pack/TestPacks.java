package dev.broadside.client.pack;

import dev.broadside.core.work.JobClass;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Makes packs of this module's own test classes.
public final class TestPacks {
  private static final String JOB = "dev.broadside.client.testjob.ScriptedJob";

  private TestPacks() {}

  /// A pack that holds the job class `scripted`.
  public static Path scripted(Path folder) throws IOException, PackException {
    Path pack = folder.resolve("scripted.jar");
    new PackBuilder().build(scriptedJar(folder), pack);
    return pack;
  }

  /// The jar from which that pack is made.
  static Path scriptedJar(Path folder) throws IOException {
    Map<String, byte[]> entries = new TreeMap<>();
    entries.put(
        "META-INF/services/" + JobClass.class.getName(), JOB.getBytes(StandardCharsets.UTF_8));
    Path classes =
        Path.of(TestPacks.class.getProtectionDomain().getCodeSource().getLocation().getPath());
    try (Stream<Path> files = Files.list(classes.resolve(JOB.replace('.', '/')).getParent())) {
      files.forEach(file -> entries.put(classes.relativize(file).toString(), bytes(file)));
    }
    return jar(folder.resolve("scripted-jobs.jar"), entries);
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Path jar(Path file, Map<String, byte[]> entries) throws IOException {
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        zip.putNextEntry(new ZipEntry(entry.getKey()));
        zip.write(entry.getValue());
        zip.closeEntry();
      }
    }
    return file;
  }
}
