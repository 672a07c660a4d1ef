package dev.broadside.cli.catalogue;

import dev.broadside.cli.shell.Causes;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.client.pack.PackDescriptors;
import dev.broadside.client.pack.PackException;
import dev.broadside.core.pack.PackDescriptor;
import dev.broadside.core.pack.PackReference;
import dev.broadside.core.param.Problem;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/// A pack on this machine, and what it says of itself. None of its code is loaded.
public record LocalPack(Path file, PackDescriptor descriptor) {

  /// Reads the descriptor of a pack; empty if the file is a jar without one.
  public static Optional<LocalPack> read(Path file) throws CommandException {
    try {
      return new PackDescriptors().read(file).map(descriptor -> new LocalPack(file, descriptor));
    } catch (NoSuchFileException _) {
      throw refused(file, "there is no such file", "name one that is there");
    } catch (IOException | PackException e) {
      throw refused(file, Causes.of(e), "build it again");
    }
  }

  /// What it is called: `NAME@VERSION`.
  public String reference() {
    return PackReference.of(descriptor);
  }

  /// SHA-256 of its file.
  public String sha256() throws CommandException {
    try {
      return PackDescriptors.sha256(file);
    } catch (IOException e) {
      throw refused(file, Causes.of(e), "build it again");
    }
  }

  private static CommandException refused(Path file, String what, String mend) {
    return new CommandException(Problem.wrong("pack " + file, what, mend));
  }
}
