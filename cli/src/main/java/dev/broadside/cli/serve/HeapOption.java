package dev.broadside.cli.serve;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The bound of this process's heap. The launcher has given it to the JVM by now, so that all that
/// is left is to refuse what is no size.
public final class HeapOption {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command = CommandSpec.create();

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      description =
          "The most that its own heap may take, such as 1g. Default: 512m of a server, 128m of an"
              + " agent.")
  void heap(String size) {
    if (!size.matches("(?i)([2-9]\\d|[1-9]\\d\\d+)m|[1-9]\\d*g")) {
      throw new ParameterException(
          command.commandLine(),
          "--heap: '" + size + "' is no size from 20m on: give one such as 512m or 2g");
    }
  }
}
