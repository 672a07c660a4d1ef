package dev.broadside.cli.packs;

import dev.broadside.cli.catalogue.DescribedPack;
import dev.broadside.cli.catalogue.LocalPack;
import dev.broadside.cli.output.Destination;
import dev.broadside.cli.output.OutputFiles;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.pack.PackDescriptor.ClassDescriptor;
import dev.broadside.core.param.Problem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `broadside pack build`.
@Command(
    name = "build",
    description = {
      "Make a pack of a jar of job classes.",
      "Its job classes run here to describe themselves; the pack holds their descriptions as data."
    })
public final class PackBuildCommand implements Callable<Integer> {
  private final Shell shell;

  @Parameters(index = "0", paramLabel = "FILE", description = "Jar of job classes.")
  private Path file = Path.of("");

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "The pack; - for standard output. Default: NAME@VERSION.jar.")
  private Optional<String> output = Optional.empty();

  @Option(
      names = "--as",
      paramLabel = "NAME@VERSION",
      description =
          "Its name and version. Default: Implementation-Title and -Version in the jar's manifest.")
  private String called = "";

  @Option(
      names = "--lib",
      paramLabel = "FILE",
      description = "Library or JDBC driver that goes into it, or a folder of them; repeat it.")
  private List<Path> libraries = new ArrayList<>();

  @Option(
      names = "--key",
      paramLabel = "FILE",
      description = "Sign it with this private key, as 'broadside pack keygen' makes them.")
  private Optional<Path> key = Optional.empty();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  public PackBuildCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException {
    checkName();
    if (output.isPresent()) {
      OutputFiles.check("--output", output.get());
    }
    Path folder = PackFiles.temporary();
    try {
      LocalPack made = DescribedPack.build(file, folder.resolve("pack.jar"), called, libraries());
      if (key.isPresent()) {
        PackFiles.sign(made.file(), key.get());
      }
      String target = output.orElseGet(() -> made.reference() + ".jar");
      PackFiles.copy(made.file(), target, shell);
      String classes =
          String.join(", ", made.descriptor().classes().stream().map(ClassDescriptor::id).toList());
      Shell people = target.equals(Destination.STANDARD_OUTPUT) ? shell.withDataOnOut() : shell;
      people.print(
          json,
          Map.of("file", target, "pack", made.reference(), "sha256", made.sha256()),
          target + ": " + made.reference() + ", job classes " + classes);
      return ExitStatus.OK;
    } finally {
      PackFiles.delete(folder);
    }
  }

  private void checkName() throws CommandException {
    if (!called.isEmpty() && !called.matches("[^@]+@[^@]+")) {
      throw new CommandException(
          Problem.wrong("--as " + called, "it is no NAME@VERSION", "write it as transfer@1.0"));
    }
  }

  private List<Path> libraries() throws CommandException {
    List<Path> jars = new ArrayList<>();
    for (Path one : libraries) {
      jars.addAll(PackFiles.jars(one));
    }
    return jars;
  }
}
