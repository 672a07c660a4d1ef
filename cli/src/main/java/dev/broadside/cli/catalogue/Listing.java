package dev.broadside.cli.catalogue;

import dev.broadside.cli.term.Table;
import dev.broadside.cli.term.Table.Column;
import dev.broadside.cli.term.Terminal;
import dev.broadside.core.pack.PackDescriptor.ClassDescriptor;
import dev.broadside.core.pack.ParameterDescriptor;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.PlainText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// The catalogue as text.
public final class Listing {
  private Listing() {}

  /// All job classes, one a line.
  public static List<String> classes(List<ClassDescriptor> classes, Terminal terminal) {
    Table table = new Table(Column.words("job class"), Column.words("title"));
    classes.forEach(one -> table.row(one.id(), one.title()));
    return table.lines(terminal.columns());
  }

  /// One job class with its parameters and operations.
  public static List<String> details(ClassDescriptor jobClass, Terminal terminal) {
    List<String> lines = new ArrayList<>();
    lines.add(
        terminal.paint(Terminal.Paint.STRONG, jobClass.id())
            + "  "
            + PlainText.line(jobClass.title()));
    lines.add(PlainText.line(jobClass.summary(), Integer.MAX_VALUE));
    if (!jobClass.operations().isEmpty()) {
      lines.add("operations: " + PlainText.line(String.join(", ", jobClass.operations())));
    }
    lines.add("");
    lines.addAll(parameters(jobClass, terminal));
    return lines;
  }

  private static List<String> parameters(ClassDescriptor jobClass, Terminal terminal) {
    if (jobClass.parameters().isEmpty()) {
      return List.of("It has no parameters.");
    }
    Table table =
        new Table(
            Column.words("parameter"),
            Column.words("default"),
            Column.words("accepts").unlessNarrow(1),
            Column.words("meaning"));
    jobClass.parameters().forEach(one -> addRow(table, one));
    return table.lines(terminal.columns());
  }

  private static void addRow(Table table, ParameterDescriptor parameter) {
    List<String> options = SecretOption.optionsOf(parameter);
    String preset = parameter.preset().orElse("(required)");
    table.row(options.getFirst(), preset, accepts(parameter), parameter.help());
    options.stream().skip(1).forEach(option -> table.row(option, "", "", ""));
  }

  private static String accepts(ParameterDescriptor parameter) {
    return switch (parameter.kind()) {
      case "choice" ->
          parameter.choices().stream()
              .map(Parameter.Option::value)
              .collect(Collectors.joining(" | "));
      case "whole", "decimal", "span" -> range(parameter);
      case "flag" -> "true | false";
      case "files" -> "files between commas";
      case "secret" -> "a variable, a file, or a prompt";
      default -> parameter.limits().shape();
    };
  }

  private static String range(ParameterDescriptor parameter) {
    boolean open =
        parameter.limits().maximum().equals("" + Long.MAX_VALUE)
            || parameter.limits().maximum().equals("" + Double.MAX_VALUE);
    return open
        ? "from " + parameter.limits().minimum()
        : parameter.limits().minimum() + " to " + parameter.limits().maximum();
  }
}
