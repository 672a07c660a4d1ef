package dev.broadside.client.pack;

import dev.broadside.client.testjob.ScriptedJob;
import dev.broadside.core.work.JobClass;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Makes packs of this module's own test classes.
public final class TestPacks {
  private TestPacks() {}

  /// A pack that holds the job class `scripted`.
  public static Path scripted(Path folder) throws IOException, PackException {
    Path pack = folder.resolve("scripted.jar");
    new PackBuilder().build(scriptedJar(folder), pack);
    return pack;
  }

  /// The jar from which that pack is made.
  static Path scriptedJar(Path folder) throws IOException {
    return jarOf(folder.resolve("scripted-jobs.jar"), ScriptedJob.class);
  }

  /// A jar that offers some job classes of one package of this module's tests, and holds all of
  /// that package.
  public static Path jarOf(Path jar, Class<?>... offered) throws IOException {
    Map<String, byte[]> entries = new TreeMap<>();
    String names = Stream.of(offered).map(Class::getName).collect(Collectors.joining("\n"));
    entries.put(
        "META-INF/services/" + JobClass.class.getName(), names.getBytes(StandardCharsets.UTF_8));
    Path classes =
        Path.of(TestPacks.class.getProtectionDomain().getCodeSource().getLocation().getPath());
    String place = offered[0].getPackageName().replace('.', '/');
    try (Stream<Path> files = Files.list(classes.resolve(place))) {
      files.forEach(file -> entries.put(classes.relativize(file).toString(), bytes(file)));
    }
    return jar(jar, entries);
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
