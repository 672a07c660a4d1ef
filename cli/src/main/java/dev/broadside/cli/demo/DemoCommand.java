package dev.broadside.cli.demo;

import dev.broadside.cli.process.Folders;
import dev.broadside.cli.process.Signals;
import dev.broadside.cli.serve.PortConverter;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Spans;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/// `broadside demo`.
@Command(
    name = "demo",
    description =
        "Show everything at once: a database, a server and two agents, live in the browser.")
public final class DemoCommand implements Callable<Integer> {
  private final Shell shell;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      defaultValue = "2m",
      converter = SpanConverter.class,
      description = "Measured load. Default: ${DEFAULT-VALUE}.")
  private Duration duration = Duration.ofMinutes(2);

  @Option(
      names = "--port",
      converter = PortConverter.class,
      paramLabel = "PORT",
      description = "The page's port. Default: a free one.")
  private int port;

  @Option(names = "--no-browser", description = "Do not open the page in a browser.")
  private boolean noBrowser;

  @Option(names = "--keep", description = "Stay up afterwards, until Ctrl-C.")
  private boolean keep;

  @Option(
      names = "--json",
      description = "Print the result as JSON, and everything else on standard error.")
  private boolean json;

  public DemoCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException, IOException, InterruptedException {
    if (duration.isZero()) {
      throw new CommandException(
          Problem.wrong("--duration", "nothing would be run", "give more than 0s"));
    }
    Signals signals = Signals.install();
    try (Cluster cluster = Cluster.begin(shell.home(), Folders.of(shell.environment()))) {
      return new Demo(
              shell, cluster, signals, new Demo.Wishes(duration, port, !noBrowser, keep, json))
          .show();
    }
  }

  /// Reads a length of time from an option: `250ms`, `30s`, `5m`, `2h`; a bare number counts
  /// seconds.
  static final class SpanConverter implements ITypeConverter<Duration> {
    private static final int LONGEST = 40;

    @Override
    public Duration convert(String text) {
      try {
        return Spans.parse(text).orElseThrow(() -> notASpan(text));
      } catch (ArithmeticException _) {
        throw notASpan(text);
      }
    }

    private static TypeConversionException notASpan(String text) {
      return new TypeConversionException(
          '"'
              + PlainText.line(text, LONGEST)
              + "\" is not a length of time such as 250ms, 30s, 5m or 2h");
    }
  }
}
