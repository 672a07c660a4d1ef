package dev.broadside.server.packs;

import dev.broadside.core.pack.PackDescriptor;
import dev.broadside.core.pack.PackDescriptor.ClassDescriptor;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.report.Json;
import dev.broadside.core.work.JobDescription;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/// Packs made by hand, good ones and bad ones.
public final class PackFiles {
  /// Every entry has this time, so that the same pack is the same bytes whenever it is made.
  private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

  private PackFiles() {}

  /// A descriptor with one job class that has a parameter of each kind that matters to submissions.
  public static PackDescriptor descriptor(String version) {
    JobDescription description =
        new JobDescription(
            "probe",
            "Probe",
            "Does nothing, for tests.",
            Parameters.of(
                Parameter.whole("scale", "Scale factor").between(1, 100).preset(1L),
                Parameter.text("url", "Where the target is"),
                Parameter.text("note", "A long text").preset("").atMost(2_000_000),
                Parameter.flag("verify", "Whether to look afterwards"),
                Parameter.secret("password", "The password")),
            List.of("read", "write"));
    return new PackDescriptor("probe-pack", version, List.of(ClassDescriptor.of(description)));
  }

  public static byte[] descriptorBytes(PackDescriptor descriptor) {
    return Json.mapper().writeValueAsBytes(descriptor);
  }

  /// A sound pack.
  public static byte[] good(String version) {
    return pack(version, new byte[] {(byte) 0xCA, (byte) 0xFE});
  }

  /// Another sound pack of the same name and version.
  public static byte[] other(String version) {
    return pack(version, new byte[] {(byte) 0xBA, (byte) 0xBE});
  }

  private static byte[] pack(String version, byte[] code) {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    entries.put(PackDescriptor.ENTRY, descriptorBytes(descriptor(version)));
    entries.put("probe/Probe.class", code);
    return zip(entries);
  }

  public static byte[] zip(Map<String, byte[]> entries) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        ZipEntry file = new ZipEntry(entry.getKey());
        file.setTimeLocal(NO_TIME);
        zip.putNextEntry(file);
        zip.write(entry.getValue());
        zip.closeEntry();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /// What an entry of a zip holds.
  static byte[] entry(byte[] zip, String name) throws IOException {
    try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(zip))) {
      for (ZipEntry one = in.getNextEntry(); one != null; one = in.getNextEntry()) {
        if (one.getName().equals(name)) {
          return in.readAllBytes();
        }
      }
    }
    throw new IOException("no entry " + name);
  }

  /// The bytes with every occurrence of one text replaced by another of the same length: entry
  /// names that the JDK refuses to write.
  static byte[] patched(byte[] bytes, String from, String to) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    return text.replace(from, to).getBytes(StandardCharsets.ISO_8859_1);
  }
}
