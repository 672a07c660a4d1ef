package dev.broadside.server.http;

import dev.broadside.core.param.Parameter;
import dev.broadside.server.exchange.Access;
import dev.broadside.server.exchange.HttpProblem.Kind;
import dev.broadside.server.exchange.ProblemDocument;
import dev.broadside.server.exchange.Replies;
import dev.broadside.server.exchange.Resource;
import dev.broadside.server.exchange.Route;
import io.vertx.core.http.HttpMethod;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The OpenAPI document, made from the table of routes and the records that are sent. What neither
/// says, such as examples, is taken from a part that is written by hand.
final class Contract {
  private static final String PROBLEM = "application/problem+json";
  private static final Pattern IN_PATH = Pattern.compile("\\{(\\w+)}");

  private final JsonMapper json = new JsonMapper();
  private final ObjectNode document;
  private final Schemas schemas;

  private Contract(ObjectNode byHand, SourceDocs docs) {
    document = byHand;
    schemas = new Schemas(docs, below(document, "components", "schemas"));
  }

  /// @param byHand is added to
  static ObjectNode of(List<Resource> resources, ObjectNode byHand, SourceDocs docs) {
    // Taken out, and put over what is made: paths come in the order of the table.
    JsonNode paths = byHand.replace("paths", JsonNodeFactory.instance.objectNode());
    Contract contract = new Contract(byHand, docs);
    resources.forEach(contract::add);
    contract.addProblems();
    contract.json.readerForUpdating(byHand.get("paths")).readValue(paths);
    return byHand;
  }

  private void add(Resource resource) {
    for (Route route : resource.routes()) {
      ObjectNode operation =
          below(document, "paths", route.path(), route.method().name().toLowerCase(Locale.ROOT));
      operation.putArray("tags").add(resource.title());
      operation.put("operationId", route.operation().id());
      operation.put("summary", route.operation().summary());
      if (!route.operation().more().isEmpty()) {
        operation.put("description", route.operation().more().strip());
      }
      addAccess(operation, route.access());
      addParameters(operation, route);
      addBody(operation, route.body());
      ObjectNode responses = below(operation, "responses");
      route.operation().answers().forEach(answer -> addAnswer(responses, answer));
      problems(route)
          .forEach(kind ->
              responses
                  .putObject("" + kind.status())
                  .put("$ref", "#/components/responses/" + name(kind)));
      responses.putObject("default").put("$ref", "#/components/responses/Other");
    }
  }

  private void addAccess(ObjectNode operation, Access access) {
    switch (access) {
      case OPEN -> operation.putArray("security").addObject();
      case AGENT -> operation.putArray("security").addObject().putArray("agentCredential");
      // As the document says for all.
      case VIEWER, OPERATOR, AUTHOR, ADMIN -> {}
    }
  }

  private void addParameters(ObjectNode operation, Route route) {
    ArrayNode parameters = json.createArrayNode();
    for (String name : IN_PATH.matcher(route.path()).results().map(one -> one.group(1)).toList()) {
      parameters
          .addObject()
          .put("name", name)
          .put("in", "path")
          .put("required", true)
          .putObject("schema")
          .put("type", "string")
          .put("maxLength", 100);
    }
    for (Parameter<?> one : route.query().declared().all()) {
      ObjectNode parameter = parameters.addObject().put("name", one.name()).put("in", "query");
      if (one.preset().isEmpty()) {
        parameter.put("required", true);
      }
      parameter.put("description", one.help() + ".").set("schema", schema(one));
    }
    if (!parameters.isEmpty()) {
      operation.set("parameters", parameters);
    }
  }

  private ObjectNode schema(Parameter<?> parameter) {
    ObjectNode schema = json.createObjectNode();
    switch (parameter) {
      case Parameter.Whole whole ->
          schema
              .put("type", "integer")
              .put("minimum", whole.minimum())
              .put("maximum", whole.maximum());
      case Parameter.Decimal decimal ->
          schema
              .put("type", "number")
              .put("minimum", decimal.minimum())
              .put("maximum", decimal.maximum());
      case Parameter.Flag _ -> schema.put("type", "boolean");
      case Parameter.Choice choice ->
          choice.options().forEach(option -> schema.withArray("enum").add(option.value()));
      case Parameter.Text text -> schema.put("type", "string").put("maxLength", text.maxLength());
      case Parameter.Span _, Parameter.Hidden _ -> schema.put("type", "string");
    }
    return schema;
  }

  private void addBody(ObjectNode operation, Route.Body body) {
    switch (body) {
      case Route.Body.None _ -> {}
      case Route.Body.Json(int _, Class<?> type) ->
          below(required(operation), "content", Replies.JSON).set("schema", schemas.refer(type));
      case Route.Body.File(long maxBytes) ->
          below(required(operation), "content", "application/octet-stream", "schema")
              .put("type", "string")
              .put("format", "binary")
              .put("maxLength", maxBytes);
    }
  }

  private static ObjectNode required(ObjectNode operation) {
    return below(operation, "requestBody").put("required", true);
  }

  private void addAnswer(ObjectNode responses, Route.Good answer) {
    ObjectNode response = responses.putObject("" + answer.status());
    response.put(
        "description",
        switch (answer.status()) {
          case 101 -> "The connection is a WebSocket now.";
          case 201 -> "Made.";
          case 202 -> "Taken; it is done soon.";
          case 204 -> "Done.";
          default -> "As asked.";
        });
    List<ObjectNode> types = answer.types().stream().map(schemas::refer).toList();
    if (!answer.contentType().isEmpty()) {
      ObjectNode content = response.putObject("content").putObject(answer.contentType());
      if (answer.contentType().equals(Replies.JSON)) {
        content.set("schema", types.getFirst());
      } else {
        content.putObject("schema").put("type", "string");
      }
    }
  }

  /// What may go wrong, by what the table says.
  private static Set<Kind> problems(Route route) {
    Set<Kind> kinds = EnumSet.noneOf(Kind.class);
    kinds.addAll(route.operation().problems());
    if (route.access() != Access.OPEN) {
      kinds.add(Kind.NOT_LOGGED_IN);
    }
    if (IN_PATH.matcher(route.path()).find()) {
      kinds.add(Kind.NOT_FOUND);
    }
    if (!route.query().declared().all().isEmpty()) {
      kinds.add(Kind.WRONG_INPUT);
    }
    if (route.method().equals(HttpMethod.POST)) {
      kinds.add(Kind.WRONG_CONTENT_TYPE);
    }
    switch (route.body()) {
      case Route.Body.None _ -> {}
      case Route.Body.Json _ -> kinds.addAll(List.of(Kind.MALFORMED, Kind.TOO_LARGE));
      case Route.Body.File _ -> kinds.addAll(List.of(Kind.LENGTH_NEEDED, Kind.TOO_LARGE));
    }
    return kinds;
  }

  private void addProblems() {
    JsonNode schema = schemas.refer(ProblemDocument.class);
    ObjectNode responses = below(document, "components", "responses");
    for (Kind kind : Kind.values()) {
      addProblem(below(responses, name(kind)), kind.title() + ".", schema);
    }
    addProblem(below(responses, "Other"), "Whatever else goes wrong.", schema);
  }

  private static void addProblem(ObjectNode response, String description, JsonNode schema) {
    if (!response.has("description")) {
      response.put("description", description);
    }
    below(response, "content", PROBLEM).set("schema", schema);
  }

  private static String name(Kind kind) {
    return Pattern.compile("(?:^|-)(.)")
        .matcher(kind.word())
        .replaceAll((MatchResult first) -> first.group(1).toUpperCase(Locale.ROOT));
  }

  /// The object at a place in a tree, which is made where it is not there.
  private static ObjectNode below(ObjectNode from, String... names) {
    ObjectNode at = from;
    for (String name : names) {
      at = at.get(name) instanceof ObjectNode there ? there : at.putObject(name);
    }
    return at;
  }
}
