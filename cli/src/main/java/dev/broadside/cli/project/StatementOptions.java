package dev.broadside.cli.project;

import dev.broadside.cli.catalogue.SecretOption;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.remote.ServerOptions;
import dev.broadside.cli.shell.Causes;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.client.pack.PackLoader;
import dev.broadside.core.input.TargetDocument;
import dev.broadside.core.param.ConnectionParameters;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Parsed;
import dev.broadside.core.param.Problem;
import dev.broadside.sql.draft.StatementDraft;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import tools.jackson.databind.JsonNode;

/// The options of `broadside new-job` that name a database, of whose statements it makes a job
/// file.
final class StatementOptions {
  private static final String FROM = "--from-statements";
  private static final String TARGET = "--target";

  private final ServerOptions server = new ServerOptions();
  private final OptionSpec from =
      OptionSpec.builder(FROM)
          .type(boolean.class)
          .description(
              "No Java: a YAML file of the statements that a database was asked most often.")
          .build();
  private final OptionSpec target =
      OptionSpec.builder(TARGET)
          .type(String.class)
          .paramLabel("URL|NAME")
          .description("The database: its JDBC URL, or its name on a server.")
          .build();
  private final Map<Parameter<?>, OptionSpec> texts = new LinkedHashMap<>();
  private final List<OptionSpec> passwords = SecretOption.options(ConnectionParameters.PASSWORD);

  StatementOptions() {
    for (Parameter.Text text :
        List.of(ConnectionParameters.USER, ConnectionParameters.DRIVER_PROPERTIES)) {
      texts.put(
          text,
          OptionSpec.builder("--" + text.name())
              .type(String.class)
              .paramLabel("TEXT")
              .description(text.help() + ".")
              .build());
    }
  }

  CommandLine addTo(CommandLine line) {
    List<OptionSpec> all = new ArrayList<>(List.of(from, target));
    all.addAll(texts.values());
    all.addAll(passwords);
    all.forEach(line.getCommandSpec()::addOption);
    line.addMixin("server", server);
    return line;
  }

  private static Optional<String> given(OptionSpec option) {
    return option.stringValues().stream().findFirst();
  }

  boolean wanted() {
    return given(from).isPresent();
  }

  /// @param otherKind whether another option asks for another kind of project
  void check(boolean otherKind) throws CommandException {
    if (wanted() && otherKind) {
      throw wrong(FROM, "a YAML file is all that it makes", "leave out --sql and --plain");
    }
    if (wanted() && given(target).isEmpty()) {
      throw wrong(
          FROM, "no database is named", "name it with --target, such as jdbc:mysql://HOST/DB");
    }
    if (!wanted() && given(target).isPresent()) {
      throw wrong(TARGET, "a new project has no database", "add " + FROM);
    }
  }

  private static CommandException wrong(String where, String what, String mend) {
    return new CommandException(Problem.wrong(where, what, mend));
  }

  /// Writes the YAML job class, and tells what is in it.
  ///
  /// @param name of the job class
  void write(String name, Shell shell) throws CommandException, InterruptedException {
    Path file = Path.of(name + ".yaml");
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw wrong("file " + file.toAbsolutePath(), "it is there already", "give another name");
    }
    String text = draft(name, values(connection(shell)), shell);
    try {
      Files.writeString(file, text, StandardOpenOption.CREATE_NEW);
    } catch (IOException e) {
      throw wrong(
          "file " + file.toAbsolutePath(),
          "it cannot be written (" + Causes.of(e) + ")",
          "go where you may write");
    }
    shell.out().println(file);
    text.lines()
        .takeWhile(line -> line.startsWith("# "))
        .forEach(line -> shell.out().println(line.substring(2)));
    shell.out().println();
    shell.out().println("broadside run " + file + " --url URL --user USER --once");
  }

  /// The texts of the connection's parameters. A server tells all of a target but its password.
  private Map<String, String> connection(Shell shell)
      throws CommandException, InterruptedException {
    Map<String, String> connection = new LinkedHashMap<>();
    String named = given(target).orElseThrow();
    if (named.startsWith("jdbc:")) {
      connection.put(ConnectionParameters.URL.name(), named);
    } else {
      JsonNode known = server.client(shell).get("/targets/" + ServerClient.segment(named));
      List.of(TargetDocument.URL, TargetDocument.USER, TargetDocument.DRIVER_PROPERTIES)
          .forEach(field ->
              connection.put(field.declared().name(), known.path(field.path()).asString("")));
      if (known.path("hasPassword").asBoolean(false)
          && passwords.stream().noneMatch(one -> given(one).isPresent())) {
        throw wrong(
            TARGET + " " + named,
            "the server tells nobody its password",
            "give it again, by --password-env, --password-file or --password-prompt");
      }
    }
    texts.forEach(
        (text, option) -> given(option).ifPresent(one -> connection.put(text.name(), one)));
    for (OptionSpec option : passwords) {
      if (given(option).isPresent()) {
        connection.put(
            ConnectionParameters.PASSWORD.name(),
            SecretOption.read(option.longestName(), given(option).get(), shell));
      }
    }
    return connection;
  }

  private static ParameterValues values(Map<String, String> connection) throws CommandException {
    Parameters parameters = new Parameters(ConnectionParameters.OF_TARGET);
    return switch (parameters.read(connection)) {
      case Parameters.Reading.Good(ParameterValues values) -> values;
      case Parameters.Reading.Bad(List<Problem> problems) -> throw new CommandException(problems);
    };
  }

  /// Drivers are loaded beside the kit, as for a pack, and never into the launcher.
  private static String draft(String name, ParameterValues values, Shell shell)
      throws CommandException {
    Parsed<String> draft;
    try {
      Class<?> found =
          PackLoader.kit(PackLoader.jarsIn(shell.home().drivers()))
              .loadClass(StatementDraft.class.getName());
      @SuppressWarnings("unchecked")
      BiFunction<String, ParameterValues, Parsed<String>> made =
          (BiFunction<String, ParameterValues, Parsed<String>>)
              found.getConstructor().newInstance();
      draft = made.apply(name, values);
    } catch (IOException | ReflectiveOperationException e) {
      throw new CommandException(
          shell.home().incomplete("what reads statements (" + Causes.of(e) + ")"));
    }
    return switch (draft) {
      case Parsed.Value<String>(String text) -> text;
      case Parsed.Wrong<String>(Problem problem) -> throw new CommandException(problem);
    };
  }
}
