package dev.broadside.cli.targets;

import static dev.broadside.cli.remote.ServerClient.segment;

import dev.broadside.cli.catalogue.SecretOption;
import dev.broadside.cli.help.HelpPage;
import dev.broadside.cli.remote.Findings;
import dev.broadside.cli.remote.Remote;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.run.JobOptions;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.Table;
import dev.broadside.cli.term.Table.Column;
import dev.broadside.core.input.JobField;
import dev.broadside.core.input.JobWriter;
import dev.broadside.core.input.TargetDocument;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// `broadside target`, and its commands but `add` and `edit`, which are [Change].
@Command(
    addMethodSubcommands = false,
    name = "target",
    description = "Name databases once, with password and limits, for --target NAME.",
    synopsisSubcommandLabel = "COMMAND")
public final class TargetCommand {
  private final Shell shell;

  private TargetCommand(Shell shell) {
    this.shell = shell;
  }

  /// The command, with those under it in the order of help.
  public static CommandLine tree(Shell shell, HelpPage help) {
    String heading = "Commands";
    return help.commands(new TargetCommand(shell))
        .under(heading, "add", () -> Change.add(shell))
        .under(heading, "list", "show", "test")
        .under(heading, "edit", () -> Change.edit(shell))
        .under(heading, "delete")
        .line();
  }

  @Command(name = "list", description = "List the databases that the server knows by name.")
  int list(@Mixin Remote remote) throws CommandException, InterruptedException {
    JsonNode answer = remote.client(shell).get("/targets");
    Table table =
        new Table(
            Column.words("name"),
            Column.words("url"),
            Column.words("user").unlessNarrow(2),
            Column.words("limits"),
            Column.words("labels").unlessNarrow(1),
            Column.words("used by").unlessNarrow(3));
    for (JsonNode target : answer.path("targets")) {
      table.row(
          target.path("name").asString(""),
          target.path("url").asString(""),
          target.path("user").asString(""),
          TargetText.limits(target),
          Remote.joined(target.path("labels")),
          Remote.joined(target.path("usedBy")));
    }
    boolean only = answer.path("only").asBoolean(false);
    List<String> notes = only ? List.of("This server puts load on named targets only.") : List.of();
    return remote.print(shell, answer, table, notes);
  }

  @Command(name = "show", description = "Show a target, without its password.")
  int show(
      @Mixin Remote remote,
      @Parameters(index = "0", paramLabel = "NAME", description = "The target.") String name)
      throws CommandException, InterruptedException {
    JsonNode target = remote.client(shell).get("/targets/" + segment(name));
    return remote.print(shell, target, () -> TargetText.lines(target));
  }

  @Command(
      name = "test",
      description = {
        "Let a free agent connect to a target, and disconnect.",
        "Exit status 1 if it cannot connect."
      })
  int test(
      @Mixin Remote remote,
      @Parameters(index = "0", paramLabel = "NAME", description = "The target.") String name)
      throws CommandException, InterruptedException {
    String path = "/targets/" + segment(name) + "/test";
    return new Findings(remote.client(shell).post(path, Map.of())).print(remote, shell);
  }

  @Command(name = "delete", description = "Forget a target and its password. Results stay.")
  int delete(
      @Mixin Remote remote,
      @Parameters(index = "0", paramLabel = "NAME", description = "The target.") String name,
      @Option(names = "--yes", description = "Do it: its password is kept nowhere else.")
          boolean yes)
      throws CommandException, InterruptedException {
    if (!yes) {
      throw new CommandException(
          Problem.wrong(
              "target delete",
              "its password, if it has one, is kept nowhere else",
              "say so with --yes"));
    }
    JsonNode target = remote.client(shell).delete("/targets/" + segment(name));
    return remote.print(shell, target, target.path("name").asString("") + "  deleted");
  }

  /// `broadside target add` and `edit`.
  @Command
  private static final class Change implements Callable<Integer> {
    private final Shell shell;
    private final boolean edit;
    private final TargetOptions options = new TargetOptions();

    @Mixin private Remote remote = new Remote();

    @Parameters(index = "0", paramLabel = "NAME", description = "The name that jobs use.")
    private String name = "";

    private Change(Shell shell, boolean edit) {
      this.shell = shell;
      this.edit = edit;
    }

    public static CommandLine add(Shell shell) {
      return line(
          new Change(shell, false),
          "add",
          "Name a database, so that jobs say where they go by --target NAME.");
    }

    public static CommandLine edit(Shell shell) {
      return line(
          new Change(shell, true),
          "edit",
          "Change some fields of a target; the others stay. Waiting jobs use the changed target.");
    }

    private static CommandLine line(Change command, String name, String description) {
      CommandLine line = new CommandLine(command);
      line.getCommandSpec().name(name).usageMessage().description(description);
      command.options.addTo(line.getCommandSpec());
      return line;
    }

    @Override
    public Integer call() throws CommandException, InterruptedException {
      ObjectNode document = options.document(shell);
      if (!edit) {
        document.put(TargetDocument.NAME.path(), name);
      }
      JsonNode target = post(document);
      return remote.print(shell, target, () -> TargetText.lines(target));
    }

    private JsonNode post(ObjectNode document) throws CommandException, InterruptedException {
      String path = edit ? "/targets/" + ServerClient.segment(name) : "/targets";
      try {
        return remote.client(shell).post(path, document);
      } catch (CommandException e) {
        throw e.with(e.problems().stream().map(Change::placed).toList());
      }
    }

    /// A problem of a field as one of the option that sets it.
    private static Problem placed(Problem problem) {
      List<String> options =
          TargetDocument.ALL.stream()
              .filter(field -> problem.where().equals("/" + field.path()))
              .map(Change::option)
              .toList();
      return options.isEmpty()
          ? problem
          : new Problem(problem.kind(), options.getFirst(), problem.what(), problem.mend());
    }

    /// The option of a field; a secret has several.
    private static String option(JobField<?> field) {
      String name = field.declared().name();
      return field.equals(TargetDocument.NAME)
          ? "NAME"
          : field.declared() instanceof Parameter.Hidden ? "--" + name + "-prompt" : "--" + name;
    }

    /// The options of a target, one for each field that [TargetDocument] declares; a secret comes
    /// from the environment, a file or a prompt.
    private static final class TargetOptions {
      private final Map<JobField<?>, OptionSpec> options = new LinkedHashMap<>();
      private final Map<String, OptionSpec> secrets = new LinkedHashMap<>();

      TargetOptions() {
        for (JobField<?> field : TargetDocument.ALL) {
          if (field.declared() instanceof Parameter.Hidden secret) {
            SecretOption.options(secret)
                .forEach(option -> secrets.put(option.longestName(), option));
          } else if (!field.equals(TargetDocument.NAME)) {
            options.put(field, option(field));
          }
        }
      }

      /// The option of a field; a flag can also be switched off.
      private static OptionSpec option(JobField<?> field) {
        return field.declared() instanceof Parameter.Flag flag
            ? OptionSpec.builder("--" + flag.name())
                .type(Boolean.class)
                .negatable(true)
                .description(flag.help())
                .build()
            : OptionSpec.builder(JobOptions.option(field)).descriptionKey(null).build();
      }

      void addTo(CommandSpec spec) {
        options.values().forEach(spec::addOption);
        secrets.values().forEach(spec::addOption);
      }

      /// The given options, as the document that the server takes.
      ObjectNode document(Shell shell) throws CommandException {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        options.forEach((field, option) -> {
          Optional<String> text =
              field.declared() instanceof Parameter.Flag
                  ? Optional.ofNullable(option.<Boolean>getValue()).map(String::valueOf)
                  : Optional.of(option.stringValues())
                      .filter(texts -> !texts.isEmpty())
                      .map(texts -> String.join(",", texts));
          text.ifPresent(one -> JobWriter.put(document, field.path(), JobWriter.node(field, one)));
        });
        for (OptionSpec option : secrets.values()) {
          List<String> given = option.stringValues();
          if (!given.isEmpty()) {
            document.put(
                TargetDocument.PASSWORD.path(),
                SecretOption.read(option.longestName(), given.getFirst(), shell));
          }
        }
        return document;
      }
    }
  }

  /// A target in words.
  private static final class TargetText {
    private TargetText() {}

    /// Its fields, a line for each that has a value.
    static List<String> lines(JsonNode target) {
      List<String> lines = new ArrayList<>();
      for (JobField<?> field : TargetDocument.ALL) {
        JsonNode value = target.path(field.path());
        String text = value.isArray() ? Remote.joined(value) : value.asString("");
        boolean says = !text.isEmpty() && !text.matches("0(\\.0)?|false");
        if (says) {
          String shown = value.isNumber() ? number(value.asDouble()) : text;
          lines.add(line(field.label(), value.isBoolean() ? "yes" : shown));
        }
      }
      if (target.path("hasPassword").asBoolean(false)) {
        lines.add(line(TargetDocument.PASSWORD.label(), "kept, and never shown"));
      }
      if (!target.path("usedBy").isEmpty()) {
        lines.add(line("Used by", Remote.joined(target.path("usedBy"))));
      }
      return lines;
    }

    private static String line(String label, String text) {
      return PlainText.line("%-22s%s".formatted(label, text));
    }

    /// Its limits in a few words.
    static String limits(JsonNode target) {
      List<String> limits = new ArrayList<>();
      double connections = target.path("maxConnections").asDouble(0);
      double rate = target.path("maxRate").asDouble(0);
      if (connections > 0) {
        limits.add(number(connections) + " connections");
      }
      if (rate > 0) {
        limits.add(number(rate) + "/s");
      }
      for (JobField<?> flag : List.of(TargetDocument.EXCLUSIVE, TargetDocument.PROTECTED)) {
        if (target.path(flag.path()).asBoolean(false)) {
          limits.add(flag.path());
        }
      }
      return String.join(", ", limits);
    }

    private static String number(double value) {
      return String.format(Locale.ROOT, value == Math.rint(value) ? "%,.0f" : "%,.2f", value);
    }
  }
}
