package dev.broadside.server.http;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// `openapi.yaml` as data, for tests.
public final class OpenApiDocument {
  private static final Set<String> METHODS = Set.of("get", "post", "put", "delete", "patch");

  private final JsonNode root;
  private final JsonMapper mapper = new JsonMapper();
  private final Map<JsonNode, Schema> compiled = new HashMap<>();
  private final SchemaRegistry registry =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

  public OpenApiDocument() {
    try (InputStream in = OpenApiDocument.class.getResourceAsStream("/openapi.yaml")) {
      root = new YAMLMapper().readTree(Objects.requireNonNull(in));
      root.findParents("properties").forEach(OpenApiDocument::close);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Clients are to bear fields that they do not know; here one that nobody documented is an error.
  private static void close(JsonNode schema) {
    if (!schema.has("additionalProperties")) {
      ((ObjectNode) schema).put("additionalProperties", false);
    }
  }

  JsonNode root() {
    return root;
  }

  /// Every operation, by `GET /path`.
  public Map<String, JsonNode> operations() {
    Map<String, JsonNode> operations = new TreeMap<>();
    for (Map.Entry<String, JsonNode> path : root.path("paths").properties()) {
      for (Map.Entry<String, JsonNode> method : path.getValue().properties()) {
        if (METHODS.contains(method.getKey())) {
          operations.put(
              method.getKey().toUpperCase(java.util.Locale.ROOT) + " " + path.getKey(),
              method.getValue());
        }
      }
    }
    return operations;
  }

  /// The names of an operation's parameters behind the path, its path's own included.
  public Set<String> queryParameters(String operation) {
    String[] words = operation.split(" ");
    JsonNode path = root.path("paths").path(words[1]);
    Set<String> names = new TreeSet<>();
    for (JsonNode level : List.of(path, path.path(words[0].toLowerCase(java.util.Locale.ROOT)))) {
      for (JsonNode one : level.path("parameters")) {
        JsonNode parameter = resolve(one);
        if (parameter.path("in").asString("").equals("query")) {
          names.add(parameter.path("name").asString());
        }
      }
    }
    return names;
  }

  /// Every documented answer that has a body which can be checked at once, as `GET /path 200`.
  Set<String> answers() {
    Set<String> answers = new TreeSet<>();
    operations()
        .forEach((name, operation) ->
            operation.path("responses").propertyNames().stream()
                .filter(status -> !status.equals("default"))
                .forEach(status -> answers.add(name + " " + status)));
    return answers;
  }

  /// What is wrong with an answer, by the document; empty where it is as documented.
  public List<String> complaints(String operation, int status, String contentType, String body) {
    JsonNode found = operations().get(operation);
    if (found == null) {
      return List.of(operation + " is not documented");
    }
    JsonNode response = resolve(found.path("responses").path(Integer.toString(status)));
    if (response.isMissingNode()) {
      return List.of(operation + " does not say that it answers " + status);
    }
    JsonNode content = response.path("content");
    if (content.isMissingNode()) {
      return body.isEmpty() ? List.of() : List.of(operation + " answers with a body");
    }
    String plainType = contentType.split(";")[0];
    JsonNode schema = content.path(plainType).path("schema");
    if (schema.isMissingNode()) {
      return List.of(operation + " " + status + " is not said to be " + plainType);
    }
    JsonNode value =
        plainType.matches("application/(.*[+])?json")
            ? mapper.readTree(body)
            : mapper.getNodeFactory().stringNode(body);
    return validate(schema, value);
  }

  private JsonNode resolve(JsonNode node) {
    return Optional.ofNullable(node.get("$ref"))
        .map(ref -> root.at(ref.asString().substring(1)))
        .orElse(node);
  }

  /// What is wrong with a value, by a schema of the document.
  public List<String> validate(JsonNode schema, JsonNode value) {
    return compiled.computeIfAbsent(schema, this::compile).validate(value).stream()
        .map(Error::toString)
        .toList();
  }

  /// What is wrong with a value, by a schema that stands for itself.
  static List<String> validateBy(JsonNode schema, JsonNode value) {
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(schema)
        .validate(value)
        .stream()
        .map(Error::toString)
        .toList();
  }

  private Schema compile(JsonNode schema) {
    ObjectNode whole = mapper.createObjectNode();
    whole.set("components", root.path("components"));
    whole.set("allOf", mapper.createArrayNode().add(schema));
    return registry.getSchema(whole);
  }
}
