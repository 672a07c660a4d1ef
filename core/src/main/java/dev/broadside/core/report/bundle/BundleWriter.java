package dev.broadside.core.report.bundle;

import dev.broadside.core.digest.Sha256;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunDocument;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import tools.jackson.databind.ObjectWriter;

/// Writes a bundle, entry by entry. For one thread.
public final class BundleWriter implements AutoCloseable {
  private final ZipOutputStream zip;

  /// Writes the entries that can be replayed.
  ///
  /// @param by the version of Broadside that writes it
  /// @param pack `NAME@VERSION`
  /// @param job the document as YAML, without its secrets
  public BundleWriter(OutputStream out, String by, String pack, String job, RunDocument result)
      throws IOException {
    zip = new ZipOutputStream(out, StandardCharsets.UTF_8);
    ObjectWriter json = Json.mapper().writerWithDefaultPrettyPrinter();
    byte[] yaml = job.getBytes(StandardCharsets.UTF_8);
    byte[] document = json.writeValueAsBytes(result);
    Bundle.Manifest manifest =
        new Bundle.Manifest(
            Bundle.TYPE,
            Bundle.FORMAT,
            by,
            result.job().id(),
            pack,
            result.job().code().pack(),
            Map.of(Bundle.JOB, Sha256.hex(yaml), Bundle.RESULT, Sha256.hex(document)));
    add(Bundle.MANIFEST, entry -> entry.write(json.writeValueAsBytes(manifest)));
    add(Bundle.JOB, entry -> entry.write(yaml));
    add(Bundle.RESULT, entry -> entry.write(document));
  }

  /// Writes an entry.
  @FunctionalInterface
  public interface Content {
    void writeTo(OutputStream entry) throws IOException;
  }

  /// Adds an entry that is not needed for a replay.
  ///
  /// @param name a path of ours, never data
  public void add(String name, Content content) throws IOException {
    zip.putNextEntry(new ZipEntry(name));
    content.writeTo(new Open(zip));
    zip.closeEntry();
  }

  /// Stays open when an entry is closed.
  private static final class Open extends FilterOutputStream {
    Open(OutputStream zip) {
      super(zip);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
    }

    @Override
    public void close() {
      // The next entry follows.
    }
  }

  /// Writes the end of the file, and does not close the stream.
  @Override
  public void close() throws IOException {
    zip.finish();
  }
}
