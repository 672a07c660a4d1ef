package dev.broadside.core.pack;

import dev.broadside.core.load.Bounds;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Spans;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A declared parameter as data. Every bound is a text in users' notation.
///
/// @param kind `text`, `files` (texts of files), `whole`, `decimal`, `flag`, `choice`, `span` or
///   `secret`
/// @param preset the default; empty if the parameter is required
/// @param minimum lowest value of a number or a span; empty for other kinds
/// @param maximum highest value of a number or a span, longest text; empty for other kinds
/// @param pattern regular expression of a text; empty for other kinds
/// @param shape the pattern in words; empty for other kinds
/// @param choices the words of a choice; empty for other kinds
/// @param perPhase whether it may have another value in each phase of a run
/// @param advanced whether few users change it
public record ParameterDescriptor(
    String name,
    String kind,
    String help,
    Optional<String> preset,
    String minimum,
    String maximum,
    String pattern,
    String shape,
    List<Parameter.Option> choices,
    boolean perPhase,
    boolean advanced) {

  public ParameterDescriptor {
    Bounds.text(help, Bounds.MAX_TEXT, "the help of parameter " + name);
    choices = List.copyOf(choices);
  }

  /// @param among the declaration that the parameter belongs to
  public static ParameterDescriptor of(Parameter<?> parameter, Parameters among) {
    Marks marks =
        new Marks(
            among.perPhase().contains(parameter.name()),
            among.advanced().contains(parameter.name()));
    return switch (parameter) {
      case Parameter.Text p -> text(p, marks);
      case Parameter.Whole p ->
          bounded(p, "whole", p.preset().map(p::format), "" + p.minimum(), "" + p.maximum(), marks);
      case Parameter.Decimal p ->
          bounded(
              p, "decimal", p.preset().map(p::format), "" + p.minimum(), "" + p.maximum(), marks);
      case Parameter.Flag p -> bounded(p, "flag", p.preset().map(p::format), "", "", marks);
      case Parameter.Choice p -> choice(p, marks);
      case Parameter.Span p ->
          bounded(
              p,
              "span",
              p.preset().map(p::format),
              Spans.format(p.minimum()),
              Spans.format(p.maximum()),
              marks);
      case Parameter.Hidden p -> bounded(p, "secret", Optional.of(""), "", "", marks);
    };
  }

  /// What the declaration says about one of its parameters.
  private record Marks(boolean perPhase, boolean advanced) {}

  private static ParameterDescriptor text(Parameter.Text p, Marks marks) {
    return new ParameterDescriptor(
        p.name(),
        p.files() ? "files" : "text",
        p.help(),
        p.preset(),
        "",
        "" + p.maxLength(),
        p.pattern(),
        p.shape(),
        List.of(),
        marks.perPhase,
        marks.advanced);
  }

  private static ParameterDescriptor choice(Parameter.Choice p, Marks marks) {
    return new ParameterDescriptor(
        p.name(),
        "choice",
        p.help(),
        p.preset(),
        "",
        "",
        "",
        "",
        p.options(),
        marks.perPhase,
        marks.advanced);
  }

  private static ParameterDescriptor bounded(
      Parameter<?> p,
      String kind,
      Optional<String> preset,
      String minimum,
      String maximum,
      Marks marks) {
    return new ParameterDescriptor(
        p.name(),
        kind,
        p.help(),
        preset,
        minimum,
        maximum,
        "",
        "",
        List.of(),
        marks.perPhase,
        marks.advanced);
  }

  /// The parameter again.
  ///
  /// @throws IllegalArgumentException if the data does not describe a parameter: it comes from an
  ///   uploaded file
  public Parameter<?> parameter() {
    return switch (kind) {
      case "text", "files" ->
          new Parameter.Text(
              name, help, preset, Integer.parseInt(maximum), pattern, shape, kind.equals("files"));
      case "whole" ->
          new Parameter.Whole(
              name,
              help,
              preset.map(Long::parseLong),
              Long.parseLong(minimum),
              Long.parseLong(maximum));
      case "decimal" ->
          new Parameter.Decimal(
              name,
              help,
              preset.map(Double::parseDouble),
              Double.parseDouble(minimum),
              Double.parseDouble(maximum));
      case "flag" -> new Parameter.Flag(name, help, preset.map(Boolean::parseBoolean));
      case "choice" -> new Parameter.Choice(name, help, preset, choices);
      case "span" ->
          new Parameter.Span(
              name, help, preset.map(ParameterDescriptor::span), span(minimum), span(maximum));
      case "secret" -> Parameter.secret(name, help);
      default ->
          throw new IllegalArgumentException("parameter " + name + " is of unknown kind " + kind);
    };
  }

  private static Duration span(String text) {
    return Spans.parse(text)
        .orElseThrow(
            () -> new IllegalArgumentException("\"" + text + "\" is not a length of time"));
  }
}
