package dev.broadside.cli.shell;

import dev.broadside.cli.term.Terminal;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.Json;
import dev.broadside.core.sentence.FileCause;
import java.io.BufferedOutputStream;
import java.io.Console;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/// What a command sees of the world: its streams, its environment, its terminal and the
/// installation it belongs to.
///
/// @param out data goes here
/// @param err progress, logs and sentences about problems go here
/// @param environment the environment variables
/// @param outTerminal what `out` is
/// @param errTerminal what `err` is
/// @param home the installation
/// @param asking asks the user at the terminal; its answer is empty if there is no terminal
public record Shell(
    PrintStream out,
    PrintStream err,
    Map<String, String> environment,
    Terminal outTerminal,
    Terminal errTerminal,
    Home home,
    Function<String, Optional<String>> asking) {

  /// Tells which of the process's streams are terminals, such as `out,err`; the launcher knows, a
  /// JVM does not.
  private static final String ATTACHED = "broadside.terminal";

  /// Whether `out` is a terminal or a pipe.
  private static final String PIPED = "broadside.pipe";

  private static final int MOST_SECRET_BYTES = 4_096;

  public Shell {
    environment = Map.copyOf(environment);
  }

  /// The world of this process.
  public static Shell ofProcess() {
    Map<String, String> environment = System.getenv();
    List<String> attached = Arrays.asList(System.getProperty(ATTACHED, "").split(","));
    return new Shell(
        new PrintStream(standardOutput(), true, StandardCharsets.UTF_8),
        new PrintStream(System.err, true, StandardCharsets.UTF_8),
        environment,
        Terminal.of(environment, attached.contains("out")),
        Terminal.of(environment, attached.contains("err")),
        Home.ofProcess(),
        Shell::askConsole);
  }

  /// A stream that prints asks the one below it for errors if that one prints, too. What a pipe
  /// does not take is no error: its reader has had enough, as `head` has.
  private static OutputStream standardOutput() {
    boolean piped = System.getProperty(PIPED, "").equals("out");
    return piped ? new BufferedOutputStream(System.out) : System.out;
  }

  private static Optional<String> askConsole(String question) {
    return Optional.ofNullable(System.console())
        .filter(Console::isTerminal)
        .map(console -> Optional.ofNullable(console.readLine("%s: ", question)).orElse(""));
  }

  /// This shell with everything for people on standard error, since standard output takes data.
  public Shell withDataOnOut() {
    return new Shell(err, err, environment, errTerminal, errTerminal, home, asking);
  }

  /// The answer of the user at the terminal, without blanks around it; empty if there is no user.
  public Optional<String> ask(String question) {
    return asking.apply(question).map(String::strip);
  }

  /// Whether a user at the terminal says yes.
  public boolean agrees(String question) {
    return ask(question + " (yes or no)").filter(answer -> answer.matches("(?i)y|yes")).isPresent();
  }

  /// Prints one line about a value, or the value as JSON.
  ///
  /// @param text is escaped here
  public void print(boolean json, Object value, String text) {
    print(json, value, () -> List.of(PlainText.line(text)));
  }

  /// Prints lines about a value, or the value as JSON.
  ///
  /// @param lines are made only if they are printed; hostile text in them is escaped already
  public void print(boolean json, Object value, Supplier<List<String>> lines) {
    if (json) {
      printJson(value);
    } else {
      lines.get().forEach(out::println);
    }
  }

  public void printJson(Object value) {
    out.println(Json.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(value));
  }

  /// A variable of the environment; empty if it is not set or empty.
  public Optional<String> variable(String name) {
    return Optional.ofNullable(environment.get(name)).filter(value -> !value.isEmpty());
  }

  /// The secret in a variable of the environment.
  ///
  /// @param option what the user wrote, for the sentence that refuses it
  public String secretFromVariable(String option, String name) throws CommandException {
    return Optional.ofNullable(environment.get(name))
        .orElseThrow(() ->
            new CommandException(
                Problem.wrong(
                    option,
                    "the environment has no variable of that name",
                    "set and export it, or name another")));
  }

  /// The secret in a file of one line, without that line's end.
  ///
  /// @param option what the user wrote, for the sentence that refuses it
  public static String secretFromFile(String option, Path file) throws CommandException {
    try {
      if (Files.size(file) > MOST_SECRET_BYTES) {
        throw new CommandException(
            Problem.wrong(
                option + " " + file,
                "the file is too large for a secret",
                "name a file of one line"));
      }
      String secret = Files.readString(file).stripTrailing();
      if (secret.contains("\n")) {
        throw new CommandException(
            Problem.wrong(
                option + " " + file,
                "the file has more lines than the one of the secret",
                "name a file of one line"));
      }
      return secret;
    } catch (IOException e) {
      throw new CommandException(
          Problem.wrong(
              option + " " + file,
              "the file cannot be read (" + FileCause.of(e) + ")",
              "name one that can"));
    }
  }
}
