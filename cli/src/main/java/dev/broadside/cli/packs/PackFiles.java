package dev.broadside.cli.packs;

import dev.broadside.cli.output.Destination;
import dev.broadside.cli.process.Folders;
import dev.broadside.cli.shell.Causes;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.client.pack.PackBuilder;
import dev.broadside.client.pack.PackException;
import dev.broadside.client.pack.PackLoader;
import dev.broadside.core.pack.PackKeys;
import dev.broadside.core.param.Problem;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.util.List;

/// The files that the commands about packs read and write.
final class PackFiles {
  private PackFiles() {}

  static Path temporary() throws CommandException {
    try {
      return Files.createTempDirectory("broadside-pack-");
    } catch (IOException e) {
      throw refused("temporary folder", Causes.of(e), "make room");
    }
  }

  static void delete(Path folder) throws CommandException {
    try {
      Folders.delete(folder);
    } catch (IOException e) {
      throw refused("temporary folder " + folder, Causes.of(e), "delete it");
    }
  }

  /// Copies a pack to the file that `--output` names, which may be a device or a pipe.
  static void copy(Path from, String to, Shell shell) throws CommandException {
    try {
      if (Destination.isFile(to)) {
        Files.copy(from, Path.of(to), StandardCopyOption.REPLACE_EXISTING);
      } else {
        try (Destination out = Destination.open(to, shell)) {
          Files.copy(from, out);
        }
      }
    } catch (IOException e) {
      throw CommandException.failure(
          List.of(
              Problem.wrong(
                  "--output " + to,
                  "it could not be written (" + Causes.of(e) + ")",
                  "make room, or name another file")));
    }
  }

  /// A jar, or all jars in a folder.
  static List<Path> jars(Path path) throws CommandException {
    try {
      List<Path> jars = Files.isDirectory(path) ? PackLoader.jarsIn(path) : List.of(path);
      if (jars.isEmpty() || !jars.stream().allMatch(Files::isReadable)) {
        throw refused("--lib " + path, "there is no such jar", "name one that is there");
      }
      return jars;
    } catch (IOException e) {
      throw refused("--lib " + path, Causes.of(e), "name jars that can be read");
    }
  }

  static void sign(Path pack, Path key) throws CommandException {
    try {
      new PackBuilder().sign(pack, PackKeys.readPrivate(Files.readString(key)));
    } catch (IOException | GeneralSecurityException | PackException e) {
      throw refused(
          "--key " + key,
          "it cannot be used (" + Causes.of(e) + ")",
          "give one that 'broadside pack keygen' made");
    }
  }

  /// Writes a key to a new file.
  static void writeKey(Path file, String text, String permissions) throws CommandException {
    try {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions)));
      Files.writeString(file, text);
    } catch (FileAlreadyExistsException _) {
      throw refused("file " + file, "it is there already", "choose another name");
    } catch (IOException e) {
      throw refused("file " + file, "it cannot be written (" + Causes.of(e) + ")", "name another");
    }
  }

  private static CommandException refused(String where, String what, String mend) {
    return new CommandException(Problem.wrong(where, what, mend));
  }
}
