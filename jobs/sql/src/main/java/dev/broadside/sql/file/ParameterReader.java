package dev.broadside.sql.file;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Parameter.Option;
import dev.broadside.core.param.Parsed;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Spans;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/// Makes the parameters of a job class from their declarations in a file.
///
/// @param problems everything that is wrong is added here
record ParameterReader(List<Problem> problems) {

  /// A parameter; empty if it is wrong.
  Optional<Parameter<?>> read(String name, YamlNode node) {
    try {
      return Optional.of(node.isScalar() ? byDefault(name, node) : declared(name, node));
    } catch (IllegalArgumentException e) {
      refuse(node, String.valueOf(e.getMessage()), "mend the declaration");
      return Optional.empty();
    }
  }

  /// A default alone says what kind of value it is.
  private static Parameter<?> byDefault(String name, YamlNode node) {
    String text = node.text();
    String plain = text.replace("_", "");
    if (plain.matches("\\d{1,18}")) {
      return Parameter.whole(name, name).preset(Long.parseLong(plain));
    }
    if (plain.matches("\\d{1,15}\\.\\d{1,15}")) {
      return Parameter.decimal(name, name).preset(Double.parseDouble(plain));
    }
    if (text.equals("true") || text.equals("false")) {
      return Parameter.flag(name, name).preset(text.equals("true"));
    }
    return Parameter.text(name, name).preset(text);
  }

  private Parameter<?> declared(String name, YamlNode node) {
    String help = node.text("help").orElse(name);
    return switch (node.text("type").orElse("")) {
      case "whole" -> whole(Parameter.whole(name, help), node);
      case "decimal" -> decimal(Parameter.decimal(name, help), node);
      case "flag" -> preset(node, Parameter.flag(name, help), Parameter.Flag::preset);
      case "span" -> span(Parameter.span(name, help), node);
      case "choice" -> choice(name, help, node);
      default -> text(Parameter.text(name, help), node);
    };
  }

  private Parameter<?> whole(Parameter.Whole bare, YamlNode node) {
    List<YamlNode> ends = between(node);
    Parameter.Whole bounded =
        ends.isEmpty()
            ? bare
            : bare.between(value(ends.get(0), bare, 0L), value(ends.get(1), bare, 0L));
    return preset(node, bounded, Parameter.Whole::preset);
  }

  private Parameter<?> decimal(Parameter.Decimal bare, YamlNode node) {
    List<YamlNode> ends = between(node);
    Parameter.Decimal bounded =
        ends.isEmpty()
            ? bare
            : bare.between(value(ends.get(0), bare, 0.0), value(ends.get(1), bare, 0.0));
    return preset(node, bounded, Parameter.Decimal::preset);
  }

  private Parameter<?> span(Parameter.Span bare, YamlNode node) {
    List<YamlNode> ends = between(node);
    Parameter.Span bounded =
        ends.isEmpty()
            ? bare
            : bare.between(
                Spans.parse(ends.get(0).text()).orElse(Duration.ZERO),
                Spans.parse(ends.get(1).text()).orElse(Duration.ofDays(1)));
    return preset(node, bounded, Parameter.Span::preset);
  }

  private Parameter<?> choice(String name, String help, YamlNode node) {
    Map<String, YamlNode> words = node.get("choices").map(YamlNode::entries).orElse(Map.of());
    if (words.isEmpty()) {
      refuse(node, "a choice has no choices", "give choices: {word: what it means}");
    }
    Option[] options =
        words.entrySet().stream()
            .map(word -> new Option(word.getKey(), word.getValue().text()))
            .toArray(Option[]::new);
    return preset(node, Parameter.choice(name, help, options), Parameter.Choice::preset);
  }

  private Parameter<?> text(Parameter.Text bare, YamlNode node) {
    Parameter.Text matching =
        node.text("matching").map(regex -> bare.matching(regex, "like " + regex)).orElse(bare);
    return preset(node, matching, Parameter.Text::preset);
  }

  private List<YamlNode> between(YamlNode node) {
    Optional<YamlNode> ends = node.get("between");
    if (ends.isPresent() && ends.get().items().size() != 2) {
      refuse(ends.get(), "it is not a range", "give [lowest, highest]");
      return List.of();
    }
    return ends.map(YamlNode::items).orElse(List.of());
  }

  private <T, P extends Parameter<T>> P preset(
      YamlNode node, P parameter, BiFunction<P, T, P> how) {
    Optional<YamlNode> preset = node.get("default");
    if (preset.isEmpty()) {
      return parameter;
    }
    return switch (parameter.parse(preset.get().text())) {
      case Parsed.Value<T>(T value) -> how.apply(parameter, value);
      case Parsed.Wrong<T>(Problem wrong) -> {
        refuse(preset.get(), wrong.what(), wrong.mend());
        yield parameter;
      }
    };
  }

  private <T> T value(YamlNode node, Parameter<T> parameter, T otherwise) {
    // Without its sign: the declaration does not allow numbers below 0 yet.
    return switch (parameter.parse(node.text().replaceAll("[-_]", ""))) {
      case Parsed.Value<T>(T _) -> numberOf(node.text(), parameter, otherwise);
      case Parsed.Wrong<T>(Problem wrong) -> {
        refuse(node, wrong.what(), wrong.mend());
        yield otherwise;
      }
    };
  }

  @SuppressWarnings("unchecked") // the kind of the parameter is the kind of the number
  private static <T> T numberOf(String text, Parameter<T> parameter, T otherwise) {
    String plain = text.replace("_", "");
    return parameter instanceof Parameter.Whole && otherwise instanceof Long
        ? (T) Long.valueOf(plain)
        : (T) Double.valueOf(plain);
  }

  private void refuse(YamlNode node, String what, String mend) {
    problems.add(node.problem(what, mend));
  }
}
