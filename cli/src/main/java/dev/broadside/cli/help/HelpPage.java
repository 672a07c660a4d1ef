package dev.broadside.cli.help;

import dev.broadside.cli.term.Terminal;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/// The help of a command: what it does, its arguments, its options under headings and in the order
/// of their declarations, its commands, and examples, which stay as they are written.
public final class HelpPage {
  private static final int LEAST_WIDTH = 55;
  private static final int USUAL_WIDTH = 80;
  private static final int MOST_WIDTH = 120;

  private final Terminal terminal;
  private final HelpColumns columns;
  private final String wanted;

  /// @param terminal where it is shown
  /// @param wanted which of several commands is wanted: only that one is made, since making all of
  ///   them costs time; all of them if none has this name, so that help and suggestions know them
  public HelpPage(Terminal terminal, String wanted) {
    this.terminal = terminal;
    this.wanted = wanted;
    int width = terminal.columns() == Integer.MAX_VALUE ? USUAL_WIDTH : terminal.columns();
    this.columns = new HelpColumns(Math.clamp(width, LEAST_WIDTH, MOST_WIDTH));
  }

  /// Gives a command, and all that stand under it, this help, and the option `--help`.
  public void install(CommandLine command) {
    command
        .getCommandSpec()
        .addOption(
            OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("Show this help.")
                .build());
    command.setUsageHelpWidth(columns.width());
    command.getCommandSpec().usageMessage().abbreviateSynopsis(true);
    command.getHelpSectionMap().putAll(sections());
    // Under each of its names stands the same command.
    Set.copyOf(command.getSubcommands().values()).forEach(this::install);
  }

  /// The sections of a command's help.
  public Map<String, CommandLine.IHelpSectionRenderer> sections() {
    return Map.of(
        UsageMessageSpec.SECTION_KEY_DESCRIPTION,
        this::description,
        UsageMessageSpec.SECTION_KEY_PARAMETER_LIST,
        this::arguments,
        UsageMessageSpec.SECTION_KEY_OPTION_LIST,
        this::options,
        UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING,
        _ -> "",
        UsageMessageSpec.SECTION_KEY_FOOTER,
        HelpPage::footer);
  }

  private String description(Help help) {
    return Arrays.stream(help.commandSpec().usageMessage().description())
        .flatMap(text -> columns.paragraph(text).stream())
        .map(line -> line + "\n")
        .collect(Collectors.joining());
  }

  private String arguments(Help help) {
    List<HelpColumns.Row> rows =
        help.commandSpec().positionalParameters().stream()
            .filter(one -> !one.hidden())
            .map(one -> new HelpColumns.Row(label(one), text(one)))
            .toList();
    return section("Arguments", rows);
  }

  private static String label(PositionalParamSpec one) {
    return one.paramLabel() + (one.arity().max() > 1 ? "..." : "");
  }

  private String options(Help help) {
    Map<String, List<OptionSpec>> all = byHeading(help.commandSpec());
    // If all others have a heading, the option for help needs none of its own.
    List<OptionSpec> others = all.getOrDefault(Heading.OTHER, List.of());
    boolean onlyHelp = others.stream().allMatch(OptionSpec::usageHelp);
    StringBuilder text = new StringBuilder();
    all.forEach((heading, options) -> {
      if (!(onlyHelp && heading.equals(Heading.OTHER))) {
        text.append(section(heading, rows(options)));
      }
    });
    return onlyHelp
        ? text.append(section(Heading.OTHER, rows(others))).toString()
        : text.toString();
  }

  private static Map<String, List<OptionSpec>> byHeading(CommandSpec command) {
    Map<String, List<OptionSpec>> all = new LinkedHashMap<>();
    for (String heading : Heading.ALL) {
      List<OptionSpec> options =
          command.options().stream()
              .filter(option -> !option.hidden())
              .filter(option -> heading(option).equals(heading))
              .sorted(Comparator.comparing(OptionSpec::usageHelp))
              .toList();
      if (!options.isEmpty()) {
        all.put(heading, options);
      }
    }
    return all;
  }

  private static String heading(OptionSpec option) {
    return Optional.ofNullable(option.descriptionKey())
        .filter(key -> !key.isEmpty())
        .orElse(Heading.OTHER);
  }

  private static List<HelpColumns.Row> rows(List<OptionSpec> options) {
    return options.stream()
        .map(option -> new HelpColumns.Row(label(option), text(option)))
        .toList();
  }

  private static String label(OptionSpec option) {
    List<String> names =
        Stream.of(option.names()).sorted(Comparator.comparing(String::length)).toList();
    String indent = names.getFirst().startsWith("--") ? "    " : "";
    String value = option.arity().max() > 0 ? "=" + option.paramLabel() : "";
    return indent + String.join(", ", names) + value;
  }

  private static String text(ArgSpec one) {
    return String.join(" ", one.description());
  }

  private String section(String heading, List<HelpColumns.Row> rows) {
    if (rows.isEmpty()) {
      return "";
    }
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(terminal.paint(Terminal.Paint.STRONG, heading + ":"));
    lines.addAll(columns.rows(rows));
    return String.join("\n", lines) + "\n";
  }

  /// What is written as it is to be seen.
  private static String footer(Help help) {
    String[] lines = help.commandSpec().usageMessage().footer();
    return lines.length == 0 ? "" : "\n" + String.join("\n", lines) + "\n";
  }

  /// Makes a command with others under it, which its help lists under headings.
  public Subcommands commands(Object command) {
    return new Subcommands(command);
  }

  /// A command with others under it.
  public final class Subcommands {
    private final CommandLine command;
    private final Map<String, Entry> entries = new LinkedHashMap<>();

    /// One of them, and its heading in the help.
    private record Entry(String heading, Supplier<Object> make) {}

    private Subcommands(Object command) {
      this.command = new CommandLine(command);
      this.command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, this::list);
    }

    /// Puts one more of them under a heading, in the order of help.
    public Subcommands under(String heading, String name, Supplier<Object> make) {
      entries.put(name, new Entry(heading, make));
      return this;
    }

    /// Puts several of them under a heading, in the order of the map.
    public Subcommands under(String heading, Map<String, Supplier<Object>> several) {
      several.forEach((name, make) -> under(heading, name, make));
      return this;
    }

    /// Puts commands under a heading that are methods of the command above, by their names.
    public Subcommands under(String heading, String... methods) {
      for (String name : methods) {
        under(heading, name, () -> method(name));
      }
      return this;
    }

    /// picocli would make all of them, in no order, if it looked for them itself.
    private Method method(String name) {
      Class<?> made = command.getCommandSpec().userObject().getClass();
      return Stream.<Class<?>>iterate(made, one -> one != Object.class, Class::getSuperclass)
          .flatMap(one -> CommandLine.getCommandMethods(one, null).stream())
          .filter(one -> one.getAnnotation(Command.class).name().equals(name))
          .findFirst()
          .orElseThrow();
    }

    /// The command, with those that are wanted.
    public CommandLine line() {
      entries.forEach((name, entry) -> {
        if (name.equals(wanted) || !entries.containsKey(wanted)) {
          command.addSubcommand(name, entry.make().get());
        }
      });
      return command;
    }

    private String list(Help help) {
      return entries.entrySet().stream()
          .collect(
              Collectors.groupingBy(
                  one -> one.getValue().heading(),
                  LinkedHashMap::new,
                  Collectors.flatMapping(one -> row(one.getKey()), Collectors.toList())))
          .entrySet()
          .stream()
          .map(group -> section(group.getKey(), group.getValue()))
          .collect(Collectors.joining());
    }

    private Stream<HelpColumns.Row> row(String name) {
      return Optional.ofNullable(command.getSubcommands().get(name)).stream()
          .map(made -> row(name, made.getCommandSpec()));
    }

    private static HelpColumns.Row row(String name, CommandSpec spec) {
      String names =
          Stream.concat(Stream.of(name), Stream.of(spec.aliases()))
              .distinct()
              .collect(Collectors.joining(", "));
      return new HelpColumns.Row(names, spec.usageMessage().description()[0]);
    }
  }

  /// Text in lines of a width, broken at blanks only, so that addresses, options and values stay
  /// whole and can be copied.
  ///
  /// @param width of a line
  private record HelpColumns(int width) {
    private static final String INDENT = "  ";
    private static final int MOST_LABEL = 26;

    /// What is explained, and its explanation.
    record Row(String label, String text) {}

    /// A text in lines.
    List<String> paragraph(String text) {
      return broken(text, width);
    }

    /// Rows with their texts in one column. A label that is too long has a line of its own.
    List<String> rows(List<HelpColumns.Row> rows) {
      int label =
          Math.min(MOST_LABEL, rows.stream().mapToInt(row -> row.label().length()).max().orElse(0));
      String blank = " ".repeat(2 * INDENT.length() + label);
      List<String> lines = new ArrayList<>();
      for (HelpColumns.Row row : rows) {
        List<String> texts = new ArrayList<>(broken(row.text(), width - blank.length()));
        if (row.label().length() > label || texts.isEmpty()) {
          lines.add(INDENT + row.label());
        } else {
          String space = " ".repeat(label - row.label().length());
          lines.add(INDENT + row.label() + space + INDENT + texts.removeFirst());
        }
        texts.forEach(text -> lines.add(blank + text));
      }
      return lines;
    }

    /// A word that is wider than a line stays whole.
    private static List<String> broken(String text, int width) {
      List<String> lines = new ArrayList<>();
      StringBuilder line = new StringBuilder();
      for (String word : text.strip().split("\\s+")) {
        if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
          lines.add(line.toString());
          line.setLength(0);
        }
        line.append(line.isEmpty() ? "" : " ").append(word);
      }
      if (!line.isEmpty()) {
        lines.add(line.toString());
      }
      return lines;
    }
  }
}
