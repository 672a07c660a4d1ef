package dev.broadside.cli.catalogue;

import dev.broadside.cli.shell.CommandException;
import dev.broadside.core.pack.PackDescriptor.ClassDescriptor;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Suggestions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The job classes of some packs on this machine.
///
/// @param packs in the order in which they are searched
public record Catalogue(List<LocalPack> packs) {
  public Catalogue {
    packs = List.copyOf(packs);
  }

  /// A job class and the pack that holds it.
  public record Found(LocalPack pack, ClassDescriptor jobClass) {}

  /// Reads the descriptors of packs.
  ///
  /// @param files jars; those without a descriptor are passed over
  public static Catalogue of(List<Path> files) throws CommandException {
    List<LocalPack> packs = new ArrayList<>();
    for (Path file : files) {
      LocalPack.read(file).ifPresent(packs::add);
    }
    return new Catalogue(packs);
  }

  /// Every job class, in the order of the packs.
  public List<ClassDescriptor> classes() {
    return packs.stream().flatMap(pack -> pack.descriptor().classes().stream()).toList();
  }

  /// Whether a job class has this id.
  public boolean has(String id) {
    return classes().stream().anyMatch(one -> one.id().equals(id));
  }

  /// The job class of an id, or the sentence that says which there are.
  public Found find(String id) throws CommandException {
    for (LocalPack pack : packs) {
      Optional<ClassDescriptor> found = pack.descriptor().find(id);
      if (found.isPresent()) {
        return new Found(pack, found.get());
      }
    }
    throw new CommandException(
        unknown(id, classes().stream().map(ClassDescriptor::id).toList(), ""));
  }

  /// No job class has this id.
  ///
  /// @param server the options that name the server that was asked; empty for this host
  public static Problem unknown(String id, List<String> known, String server) {
    String lists =
        server.isEmpty()
            ? "'broadside jobs' lists them"
            : "'broadside jobs%1$s' lists them, and 'broadside pack install FILE%1$s' adds to them"
                .formatted(server);
    String shown = Suggestions.quote(id);
    List<String> like = Suggestions.of(id, known);
    String mend =
        like.isEmpty() ? lists : "did you mean " + String.join(" or ", like) + "? (" + lists + ")";
    return Problem.wrong("job class " + shown, "unknown", mend);
  }
}
