package dev.broadside.sql.file;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The JSON Schema (draft 2020-12) of YAML job classes, made of the declaration of their keys.
public final class SchemaText {
  private final Map<String, Object> definitions = new LinkedHashMap<>();

  private SchemaText() {}

  /// The schema, as it lies in docs/schema.
  public static String text() {
    SchemaText schema = new SchemaText();
    Map<String, Object> root = new LinkedHashMap<>();
    root.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    root.put("title", "Broadside YAML job class");
    root.putAll(schema.of(YamlClassKeys.FILE));
    root.put("$defs", schema.definitions);
    StringBuilder text = new StringBuilder();
    write(root, "", text);
    return text.append('\n').toString();
  }

  private Map<String, Object> of(Shape shape) {
    Map<String, Object> made = new LinkedHashMap<>();
    switch (shape) {
      case Shape.Scalar(_, String type, String pattern) -> {
        made.put("type", type.equals("any") ? List.of("string", "number", "boolean") : type);
        if (type.equals("string") && !pattern.isEmpty()) {
          made.put("pattern", "^(" + pattern + ")$");
        }
      }
      case Shape.Words(List<String> words) -> made.put("enum", words);
      case Shape.ListOf(Shape item) -> {
        made.put("type", "array");
        made.put("items", of(item));
      }
      case Shape.MapOf(_, Shape value) -> {
        made.put("type", "object");
        made.put("additionalProperties", of(value));
      }
      case Shape.Fields fields -> fields(fields, made);
      case Shape.Variants(_, List<Shape.Fields> kinds) ->
          made.put("oneOf", kinds.stream().map(this::of).toList());
      case Shape.Either(List<Shape> shapes) ->
          made.put("anyOf", shapes.stream().map(this::of).toList());
      case Shape.Named(String name, var inner) -> {
        if (!definitions.containsKey(name)) {
          definitions.put(name, Map.of());
          definitions.put(name, of(inner.get()));
        }
        made.put("$ref", "#/$defs/" + name);
      }
    }
    return made;
  }

  private void fields(Shape.Fields fields, Map<String, Object> made) {
    Map<String, Object> properties = new LinkedHashMap<>();
    List<String> required = new ArrayList<>();
    for (Shape.Key key : fields.keys()) {
      Map<String, Object> property = new LinkedHashMap<>(Map.of("description", key.help()));
      property.putAll(of(key.shape()));
      properties.put(key.name(), property);
      if (key.required()) {
        required.add(key.name());
      }
    }
    made.put("type", "object");
    made.put("properties", properties);
    made.put("additionalProperties", false);
    if (!required.isEmpty()) {
      made.put("required", required);
    }
  }

  private static void write(Object value, String indent, StringBuilder text) {
    switch (value) {
      case Map<?, ?> map when map.isEmpty() -> text.append("{}");
      case Map<?, ?> map -> {
        String before = "{\n";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          text.append(before)
              .append(indent)
              .append("  ")
              .append(quoted(entry.getKey()))
              .append(": ");
          write(entry.getValue(), indent + "  ", text);
          before = ",\n";
        }
        text.append('\n').append(indent).append('}');
      }
      case List<?> list -> {
        String before = "[";
        for (Object item : list) {
          text.append(before);
          write(item, indent, text);
          before = ", ";
        }
        text.append(list.isEmpty() ? "[]" : "]");
      }
      case Boolean flag -> text.append(flag);
      default -> text.append(quoted(value));
    }
  }

  private static String quoted(Object text) {
    return '"' + text.toString().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
