package dev.broadside.sql.file;

import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Suggestions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Checks a YAML text against the declaration of its keys: afterwards every value has the shape
/// that its reader expects.
record ShapeCheck(List<Problem> problems) {
  private static final int MAX_DEPTH = 40;
  private static final int MAX_PROBLEMS = 20;
  private static final int MOST_SHOWN = 100;

  void check(YamlNode node, Shape shape) {
    if (problems.size() >= MAX_PROBLEMS) {
      return;
    }
    if (node.depth() > MAX_DEPTH) {
      refuse(node, "it is too deep", "use at most " + MAX_DEPTH + " levels");
      return;
    }
    if (!plain(node)) {
      return;
    }
    switch (shape) {
      case Shape.Scalar scalar -> scalar(node, scalar);
      case Shape.Words(List<String> words) -> words(node, words);
      case Shape.ListOf(Shape item) -> {
        if (is(node, node.isList(), "a list", "write it as [a, b]")) {
          node.items().forEach(one -> check(one, item));
        }
      }
      case Shape.MapOf(String what, Shape value) -> map(node, what, value);
      case Shape.Fields fields -> fields(node, fields);
      case Shape.Variants variants -> variants(node, variants);
      case Shape.Either(List<Shape> shapes) -> either(node, shapes);
      case Shape.Named(_, var inner) -> check(node, inner.get());
    }
  }

  /// Whether its text, or its keys if it is a map, have none of the characters that no result can
  /// keep.
  private boolean plain(YamlNode node) {
    boolean plain = true;
    for (YamlNode one : Stream.concat(Stream.of(node), node.keys().stream()).toList()) {
      OptionalInt unfit = one.text().codePoints().filter(ShapeCheck::unfit).findFirst();
      if (unfit.isPresent()) {
        refuse(one, "it holds " + YamlSource.character(unfit.getAsInt()), "take that out");
        plain = false;
      }
    }
    return plain;
  }

  /// Controls, and halves of characters.
  private static boolean unfit(int c) {
    return (Character.isISOControl(c) && c != '\n' && c != '\t')
        || Character.getType(c) == Character.SURROGATE;
  }

  private boolean is(YamlNode node, boolean right, String wanted, String mend) {
    if (!right) {
      refuse(node, "it is " + node.words() + " and not " + wanted, mend);
    }
    return right;
  }

  private void scalar(YamlNode node, Shape.Scalar scalar) {
    if (!is(node, node.isScalar(), scalar.words(), "give " + scalar.words())) {
      return;
    }
    if (node.text().isBlank()) {
      refuse(node, "the value is missing here", "give " + scalar.words());
    } else if (!scalar.pattern().isEmpty() && !node.text().matches(scalar.pattern())) {
      String shown = PlainText.line(node.text(), MOST_SHOWN);
      refuse(node, "\"" + shown + "\" is not " + scalar.words(), "give " + scalar.words());
    }
  }

  private void words(YamlNode node, List<String> words) {
    String all = "one of " + String.join(", ", words);
    if (is(node, node.isScalar(), all, "give " + all) && !words.contains(node.text())) {
      refuse(
          node,
          "\"" + node.text() + "\" is not among the choices",
          Suggestions.mend(node.text(), words));
    }
  }

  private void map(YamlNode node, String what, Shape value) {
    if (is(node, node.isMap(), "a map of names", "write it as NAME: ...")) {
      once(node);
      node.keys().stream()
          .filter(key -> key.text().isBlank())
          .forEach(key -> refuse(key, what + " has no name", "give it one"));
      node.entries().values().forEach(one -> check(one, value));
    }
  }

  private void once(YamlNode node) {
    Set<String> seen = new HashSet<>();
    for (YamlNode key : node.keys()) {
      if (!seen.add(key.text())) {
        refuse(key, key.text() + " is given twice", "give it once");
      }
    }
  }

  private void fields(YamlNode node, Shape.Fields fields) {
    if (!is(
        node,
        node.isMap(),
        fields.what(),
        "give it with the keys " + String.join(", ", fields.names()))) {
      return;
    }
    once(node);
    for (YamlNode key : node.keys()) {
      if (!fields.names().contains(key.text())) {
        refuse(
            key,
            fields.what() + " has no key " + key.text(),
            Suggestions.mend(key.text(), fields.names()));
      }
    }
    for (Shape.Key key : fields.keys()) {
      Optional<YamlNode> value = node.get(key.name());
      value.ifPresent(one -> check(one, key.shape()));
      if (value.isEmpty() && key.required()) {
        refuse(
            node,
            fields.what() + " has no key " + key.name(),
            "give " + key.name() + ": " + lower(key.help()));
      }
    }
  }

  private static String lower(String help) {
    return Character.toLowerCase(help.charAt(0)) + help.substring(1).replaceAll("\\.$", "");
  }

  private void variants(YamlNode node, Shape.Variants variants) {
    List<String> given = node.entries().keySet().stream().toList();
    List<Shape.Fields> found = new ArrayList<>();
    for (Shape.Fields kind : variants.kinds()) {
      if (given.contains(kind.names().getFirst())) {
        found.add(kind);
      }
    }
    if (found.size() == 1) {
      fields(node, found.getFirst());
      return;
    }
    String kinds =
        variants.kinds().stream()
            .map(one -> one.names().getFirst())
            .collect(Collectors.joining(", "));
    problems.add(
        found.isEmpty()
            ? node.problem(
                given.isEmpty() ? "it is not a step" : "there is no step " + given.getFirst(),
                given.isEmpty()
                    ? "begin it with one of " + kinds
                    : Suggestions.mend(
                        given.getFirst(),
                        variants.kinds().stream().map(one -> one.names().getFirst()).toList()))
            : node.problem(
                "these are several steps in one: "
                    + found.stream()
                        .map(one -> one.names().getFirst())
                        .collect(Collectors.joining(", ")),
                "begin each with a dash of its own"));
  }

  private void either(YamlNode node, List<Shape> shapes) {
    for (Shape shape : shapes) {
      boolean fits =
          switch (shape) {
            case Shape.Scalar _, Shape.Words _ -> node.isScalar();
            case Shape.ListOf _ -> node.isList();
            case Shape.MapOf _, Shape.Fields _, Shape.Variants _ -> node.isMap();
            case Shape.Either _, Shape.Named _ -> true;
          };
      if (fits) {
        check(node, shape);
        return;
      }
    }
    check(node, shapes.getFirst());
  }

  private void refuse(YamlNode node, String what, String mend) {
    problems.add(node.problem(what, mend));
  }
}
