package dev.broadside.server.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/// The schemas of the OpenAPI document as TypeScript, against which the page's scripts are checked.
final class PageTypes {
  private static final int LINE = 100;

  private PageTypes() {}

  static String of(JsonNode schemas) {
    StringBuilder text = new StringBuilder();
    for (Map.Entry<String, JsonNode> schema : schemas.properties()) {
      text.append('\n').append(comment(schema.getValue(), ""));
      text.append("export type ").append(schema.getKey()).append(" = ");
      text.append(type(schema.getValue(), "")).append(";\n");
    }
    return text.toString();
  }

  private static String type(JsonNode schema, String indent) {
    if (schema.has("$ref")) {
      return schema.path("$ref").asString().replaceFirst("^.*/", "");
    }
    if (schema.has("enum")) {
      return each(schema.path("enum")).stream()
          .map(JsonNode::toString)
          .collect(Collectors.joining(" | "));
    }
    if (schema.has("oneOf")) {
      return each(schema.path("oneOf")).stream()
          .map(one -> type(one, indent))
          .distinct()
          .collect(Collectors.joining(" | "));
    }
    JsonNode type = schema.path("type");
    return type.isArray()
        ? each(type).stream()
            .map(one -> named(one.asString(), schema, indent))
            .distinct()
            .collect(Collectors.joining(" | "))
        : named(type.asString("unknown"), schema, indent);
  }

  private static String named(String type, JsonNode schema, String indent) {
    return switch (type) {
      case "integer", "number" -> "number";
      case "array" -> "Array<" + type(schema.path("items"), indent) + ">";
      case "object" ->
          schema.has("properties")
              ? object(schema, indent)
              : "Record<string, " + type(schema.path("additionalProperties"), indent) + ">";
      default -> type;
    };
  }

  private static String object(JsonNode schema, String indent) {
    List<String> required = each(schema.path("required")).stream().map(JsonNode::asString).toList();
    StringBuilder text = new StringBuilder("{\n");
    String inner = indent + "  ";
    for (Map.Entry<String, JsonNode> field : schema.path("properties").properties()) {
      text.append(comment(field.getValue(), inner)).append(inner).append(key(field.getKey()));
      text.append(required.contains(field.getKey()) ? ": " : "?: ");
      text.append(type(field.getValue(), inner)).append(";\n");
    }
    return text.append(indent).append('}').toString();
  }

  private static String key(String name) {
    return name.contains(".") ? '"' + name + '"' : name;
  }

  private static String comment(JsonNode schema, String indent) {
    String text = schema.path("description").asString("").strip().replaceAll("\\s+", " ");
    if (text.isEmpty()) {
      return "";
    }
    List<String> lines = new ArrayList<>(List.of(indent + "/**"));
    for (String word : text.split(" ")) {
      if (lines.getLast().length() + 1 + word.length() > LINE - 3) {
        lines.add(indent + " *");
      }
      lines.set(lines.size() - 1, lines.getLast() + " " + word);
    }
    return String.join("\n", lines) + " */\n";
  }

  private static List<JsonNode> each(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false).toList();
  }
}
