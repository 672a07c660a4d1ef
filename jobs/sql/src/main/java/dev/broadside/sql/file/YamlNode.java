package dev.broadside.sql.file;

import dev.broadside.core.param.Problem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/// A value of a YAML text, with its place.
///
/// @param depth how many values it lies within
record YamlNode(YamlSource source, Node node, int depth) {

  boolean isMap() {
    return node instanceof MappingNode;
  }

  boolean isList() {
    return node instanceof SequenceNode;
  }

  boolean isScalar() {
    return node instanceof ScalarNode;
  }

  /// The text of a scalar; empty for others.
  String text() {
    return node instanceof ScalarNode scalar ? scalar.getValue() : "";
  }

  /// What it is, for a sentence.
  String words() {
    return switch (node) {
      case MappingNode _ -> "a map";
      case SequenceNode _ -> "a list";
      default -> text().isEmpty() ? "empty" : "a text";
    };
  }

  List<YamlNode> items() {
    return node instanceof SequenceNode list
        ? list.getValue().stream().map(this::child).toList()
        : List.of();
  }

  /// The keys of a map, as nodes, in order, those that come twice too.
  List<YamlNode> keys() {
    return node instanceof MappingNode map
        ? map.getValue().stream().map(NodeTuple::getKeyNode).map(this::child).toList()
        : List.of();
  }

  /// The values of a map by key, in order.
  Map<String, YamlNode> entries() {
    Map<String, YamlNode> entries = new LinkedHashMap<>();
    if (node instanceof MappingNode map) {
      map.getValue()
          .forEach(pair ->
              entries.putIfAbsent(child(pair.getKeyNode()).text(), child(pair.getValueNode())));
    }
    return entries;
  }

  Optional<YamlNode> get(String key) {
    return Optional.ofNullable(entries().get(key));
  }

  /// The text of a key's value; empty if the key is missing.
  Optional<String> text(String key) {
    return get(key).map(YamlNode::text);
  }

  private YamlNode child(Node inner) {
    return new YamlNode(source, inner, depth + 1);
  }

  /// The line on which it begins, for messages of a running job.
  String line() {
    return source.line(node.getStartMark().orElseThrow().getLine());
  }

  String place() {
    Mark mark = node.getStartMark().orElseThrow();
    return source.place(mark.getLine(), mark.getColumn());
  }

  /// The place of a character of its text; for a folded text, the place where the text begins.
  private String place(int offset) {
    Mark mark = node.getStartMark().orElseThrow();
    if (!(node instanceof ScalarNode scalar)) {
      return place();
    }
    if (scalar.getScalarStyle() == ScalarStyle.LITERAL) {
      return source.placeInBlock(mark.getLine(), scalar.getValue(), offset);
    }
    int end = node.getEndMark().map(Mark::getLine).orElse(-1);
    boolean oneLine = end == mark.getLine() && scalar.getScalarStyle() != ScalarStyle.FOLDED;
    int quote = scalar.isPlain() ? 0 : 1;
    return oneLine ? source.place(mark.getLine(), mark.getColumn() + quote + offset) : place();
  }

  Problem problem(String what, String mend) {
    return Problem.wrong(place(), what, mend);
  }

  /// @param offset of the character of its text that is wrong
  Problem problem(int offset, String what, String mend) {
    return Problem.wrong(place(offset), what, mend);
  }
}
