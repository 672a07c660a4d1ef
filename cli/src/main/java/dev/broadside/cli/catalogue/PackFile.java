package dev.broadside.cli.catalogue;

import dev.broadside.cli.shell.CommandException;
import dev.broadside.core.job.PackDescriptor;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import tools.jackson.core.JacksonException;

/// A pack on this machine, and what it says of itself. None of its code is loaded.
public record PackFile(Path file, PackDescriptor descriptor) {
  private static final int MOST_DESCRIPTOR_BYTES = 4 << 20;

  /// Reads the descriptor of a pack; empty where the file is a jar without one.
  public static Optional<PackFile> read(Path file) throws CommandException {
    try (ZipFile zip = new ZipFile(file.toFile())) {
      Optional<ZipEntry> entry = Optional.ofNullable(zip.getEntry(PackDescriptor.ENTRY));
      if (entry.isEmpty()) {
        return Optional.empty();
      }
      try (InputStream in = zip.getInputStream(entry.get())) {
        byte[] bytes = in.readNBytes(MOST_DESCRIPTOR_BYTES);
        return Optional.of(new PackFile(file, Json.mapper().readValue(bytes, PackDescriptor.class)));
      }
    } catch (IOException e) {
      throw refused(file, "it cannot be read as a jar (" + e.getMessage() + ")");
    } catch (JacksonException e) {
      throw refused(file, "its descriptor is not valid (" + e.getOriginalMessage() + ")");
    }
  }

  private static CommandException refused(Path file, String what) {
    return new CommandException(Problem.wrong("pack " + file, what, "build it again"));
  }
}
