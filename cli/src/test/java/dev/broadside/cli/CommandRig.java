package dev.broadside.cli;

import dev.broadside.cli.shell.Home;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Runs commands in this JVM with captured streams, an environment of their own and an installation
/// of their own.
public final class CommandRig {
  private final Path home;
  private final Map<String, String> environment = new HashMap<>();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final List<String> questions = new ArrayList<>();
  private Optional<String> answer = Optional.empty();

  /// What a command left behind.
  public record Result(int status, String out, String err) {
    public List<String> errLines() {
      return err.lines().toList();
    }
  }

  /// @param home the installation; need not exist
  public CommandRig(Path home) {
    this.home = home;
    // What the user of this machine has installed for himself is none of a test's business.
    environment.put("XDG_STATE_HOME", home.resolve("state").toString());
  }

  public CommandRig with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  public Shell shell() {
    return new Shell(
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        environment,
        Terminal.PIPE,
        Terminal.PIPE,
        new Home(home),
        this::asked);
  }

  private Optional<String> asked(String question) {
    questions.add(question);
    return answer;
  }

  /// Somebody sits at the terminal, and always answers this.
  public CommandRig answering(String text) {
    answer = Optional.of(text);
    return this;
  }

  /// What was asked at the terminal.
  public List<String> questions() {
    return List.copyOf(questions);
  }

  /// What has been written to standard output.
  public String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  /// What has been written to standard error.
  public String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  public Result run(String... line) {
    out.reset();
    err.reset();
    int status = new Broadside(shell()).run(line);
    return new Result(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}
