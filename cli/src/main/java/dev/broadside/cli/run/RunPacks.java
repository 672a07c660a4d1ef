package dev.broadside.cli.run;

import dev.broadside.cli.catalogue.Catalogue;
import dev.broadside.cli.catalogue.DescribedPack;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Where a local run takes its job class from: the installed packs, or one file that the user
/// names.
record RunPacks(Catalogue catalogue, Optional<DescribedPack> described) implements AutoCloseable {

  static RunPacks of(Optional<Path> pack, Shell shell) throws CommandException {
    if (pack.isEmpty()) {
      return new RunPacks(Catalogue.of(shell.home().packs()), Optional.empty());
    }
    DescribedPack described = DescribedPack.of(pack.get());
    return new RunPacks(new Catalogue(List.of(described.pack())), Optional.of(described));
  }

  @Override
  public void close() {
    described.ifPresent(DescribedPack::close);
  }
}
