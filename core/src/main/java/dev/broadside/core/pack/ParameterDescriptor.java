package dev.broadside.core.pack;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
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
/// @param choices the words of a choice; empty for other kinds
public record ParameterDescriptor(
    String name,
    String kind,
    String help,
    Optional<String> preset,
    @JsonUnwrapped Limits limits,
    List<Parameter.Option> choices,
    @JsonUnwrapped Marks marks) {

  /// What values may be.
  ///
  /// @param minimum lowest value of a number or a span; empty for other kinds
  /// @param maximum highest value of a number or a span, longest text; empty for other kinds
  /// @param pattern regular expression of a text; empty for other kinds
  /// @param shape the pattern in words; empty for other kinds
  public record Limits(String minimum, String maximum, String pattern, String shape) {
    private static final Limits NONE = of("", "");

    private static Limits of(String minimum, String maximum) {
      return new Limits(minimum, maximum, "", "");
    }
  }

  /// What the declaration says about one of its parameters.
  ///
  /// @param perPhase whether it may have another value in each phase of a run
  /// @param advanced whether few users change it
  public record Marks(boolean perPhase, boolean advanced) {}

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
      case Parameter.Text p ->
          of(
              p,
              p.files() ? "files" : "text",
              p.preset(),
              new Limits("", "" + p.maxLength(), p.pattern(), p.shape()),
              marks);
      case Parameter.Whole p ->
          of(
              p,
              "whole",
              p.preset().map(p::format),
              Limits.of("" + p.minimum(), "" + p.maximum()),
              marks);
      case Parameter.Decimal p ->
          of(
              p,
              "decimal",
              p.preset().map(p::format),
              Limits.of("" + p.minimum(), "" + p.maximum()),
              marks);
      case Parameter.Flag p -> of(p, "flag", p.preset().map(p::format), Limits.NONE, marks);
      case Parameter.Choice p ->
          new ParameterDescriptor(
              p.name(), "choice", p.help(), p.preset(), Limits.NONE, p.options(), marks);
      case Parameter.Span p ->
          of(
              p,
              "span",
              p.preset().map(p::format),
              Limits.of(Spans.format(p.minimum()), Spans.format(p.maximum())),
              marks);
      case Parameter.Hidden p -> of(p, "secret", Optional.of(""), Limits.NONE, marks);
    };
  }

  private static ParameterDescriptor of(
      Parameter<?> p, String kind, Optional<String> preset, Limits limits, Marks marks) {
    return new ParameterDescriptor(p.name(), kind, p.help(), preset, limits, List.of(), marks);
  }

  /// The parameter again.
  ///
  /// @throws IllegalArgumentException if the data does not describe a parameter: it comes from an
  ///   uploaded file
  public Parameter<?> parameter() {
    return switch (kind) {
      case "text", "files" ->
          new Parameter.Text(
              name,
              help,
              preset,
              Integer.parseInt(limits.maximum),
              limits.pattern,
              limits.shape,
              kind.equals("files"));
      case "whole" ->
          new Parameter.Whole(
              name,
              help,
              preset.map(Long::parseLong),
              Long.parseLong(limits.minimum),
              Long.parseLong(limits.maximum));
      case "decimal" ->
          new Parameter.Decimal(
              name,
              help,
              preset.map(Double::parseDouble),
              Double.parseDouble(limits.minimum),
              Double.parseDouble(limits.maximum));
      case "flag" -> new Parameter.Flag(name, help, preset.map(Boolean::parseBoolean));
      case "choice" -> new Parameter.Choice(name, help, preset, choices);
      case "span" ->
          new Parameter.Span(
              name,
              help,
              preset.map(ParameterDescriptor::span),
              span(limits.minimum),
              span(limits.maximum));
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
