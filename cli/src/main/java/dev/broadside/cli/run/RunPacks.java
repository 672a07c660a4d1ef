package dev.broadside.cli.run;

import dev.broadside.cli.catalogue.Catalogue;
import dev.broadside.cli.catalogue.DescribedPack;
import dev.broadside.cli.catalogue.LocalPacks;
import dev.broadside.cli.project.JobProject;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Where a local run takes its job class from: the installed packs, one of them that the user
/// names, or a file.
record RunPacks(Catalogue catalogue, Optional<DescribedPack> described) implements AutoCloseable {

  /// @param pack a file, or what [dev.broadside.core.pack.PackReference] reads
  /// @param jobClass which is wanted: where none of that name comes with Broadside, and the present
  ///   folder is a project of job classes, those are taken as they were last saved
  static RunPacks of(Optional<String> pack, String jobClass, Shell shell) throws CommandException {
    Optional<JobProject> project = JobProject.in(Path.of("")).filter(_ -> pack.isEmpty());
    if (project.isPresent() && !Catalogue.of(shell.home().packs()).has(jobClass)) {
      return new RunPacks(
          new Catalogue(List.of(project.get().pack(shell.home()))), Optional.empty());
    }
    if (pack.filter(RunPacks::isFile).isEmpty()) {
      return new RunPacks(LocalPacks.of(shell).catalogue(pack), Optional.empty());
    }
    DescribedPack described = DescribedPack.of(Path.of(pack.get()));
    return new RunPacks(new Catalogue(List.of(described.pack())), Optional.of(described));
  }

  private static boolean isFile(String pack) {
    return pack.endsWith(".jar") || pack.contains("/") || Files.isRegularFile(Path.of(pack));
  }

  /// The id of the one job class that a file declares.
  String only() {
    return catalogue.classes().getFirst().id();
  }

  @Override
  public void close() {
    described.ifPresent(DescribedPack::close);
  }
}
