package dev.broadside.cli.catalogue;

import dev.broadside.cli.process.Folders;
import dev.broadside.cli.shell.Causes;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.pack.PackReference;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Suggestions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The packs of this machine, from which `broadside run` takes its job classes: those that its user
/// has installed, the newest first, and then those that the installation brought along.
///
/// @param folder of the user's own, `NAME@VERSION.jar` each; it need not be there
/// @param bundled those of the installation
public record LocalPacks(Path folder, List<Path> bundled) {
  public static LocalPacks of(Shell shell) {
    Path folder = Folders.of(shell.environment()).state().resolve("packs");
    return new LocalPacks(folder, shell.home().packs());
  }

  /// All packs, in the order in which they are searched.
  public List<LocalPack> all() throws CommandException {
    List<LocalPack> packs = new ArrayList<>();
    for (Path file : Stream.concat(own().stream(), bundled.stream()).toList()) {
      LocalPack.read(file).ifPresent(packs::add);
    }
    return List.copyOf(packs);
  }

  private List<Path> own() throws CommandException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().endsWith(".jar"))
          .sorted(Comparator.comparing(LocalPacks::installedAt).reversed())
          .toList();
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  /// When a pack was installed, as far as its file says.
  public static Instant installedAt(Path file) {
    try {
      return Files.getLastModifiedTime(file).toInstant();
    } catch (IOException _) {
      // Just removed.
      return Instant.EPOCH;
    }
  }

  /// The job classes of all of them, or of those that a reference means.
  public Catalogue catalogue(Optional<String> reference) throws CommandException {
    return new Catalogue(reference.isPresent() ? meantBy(reference.get()) : all());
  }

  /// The packs that a reference means, the newest first.
  public List<LocalPack> meantBy(String reference) throws CommandException {
    PackReference meant = new PackReference(reference);
    List<LocalPack> all = all();
    List<LocalPack> found = new ArrayList<>();
    for (LocalPack one : all) {
      if (meant.means(one.sha256(), one.descriptor())) {
        found.add(one);
      }
    }
    if (found.isEmpty()) {
      throw new CommandException(
          Problem.wrong(
              "pack " + Suggestions.quote(reference),
              "not on this machine",
              Suggestions.mend(
                  reference,
                  all.stream().map(LocalPack::reference).toList(),
                  "'broadside pack list' lists them; a file ends in .jar")));
    }
    return List.copyOf(found);
  }

  /// Whether it came with the installation.
  public boolean isBundled(LocalPack pack) {
    return bundled.contains(pack.file());
  }

  /// Installs a pack, as the newest.
  public LocalPack install(LocalPack pack) throws CommandException {
    Path file = folder.resolve(pack.reference() + ".jar");
    Path fresh = folder.resolve(pack.reference() + ".part");
    try {
      Files.createDirectories(folder);
      if (Files.exists(file) && Files.mismatch(file, pack.file()) >= 0) {
        throw new CommandException(
            Problem.wrong(
                "pack " + pack.reference(),
                "another one of this name and version is installed",
                "raise its version, or remove the other with 'broadside pack remove "
                    + pack.reference()
                    + "'"));
      }
      Files.copy(pack.file(), fresh, StandardCopyOption.REPLACE_EXISTING);
      Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
      return new LocalPack(file, pack.descriptor());
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  /// Removes a pack of the user's own.
  public void remove(LocalPack pack) throws CommandException {
    if (isBundled(pack)) {
      throw new CommandException(
          Problem.wrong(
              "pack " + pack.reference(),
              "it is part of the installation",
              "leave it: packs that you install go before it"));
    }
    try {
      Files.deleteIfExists(pack.file());
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  private CommandException unusable(IOException e) {
    return new CommandException(
        Problem.wrong(
            "folder " + folder,
            "it cannot be read or written (" + Causes.of(e) + ")",
            "mend that, or name another with XDG_STATE_HOME"));
  }
}
