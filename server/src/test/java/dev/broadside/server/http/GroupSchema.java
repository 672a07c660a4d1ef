package dev.broadside.server.http;

import dev.broadside.core.campaign.GroupDocument;
import dev.broadside.core.campaign.GroupPlan.Condition;
import dev.broadside.core.campaign.GroupPlan.Kind;
import dev.broadside.core.campaign.JobGroup;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The JSON Schema (draft 2020-12) of group files, made of the schema of a job's document. For one
/// thread.
final class GroupSchema {
  private static final String CONTRACT = "#/components/schemas/";
  private static final String OWN = "#/$defs/";
  private static final String ID = "^[A-Za-z0-9_-]{1," + JobGroup.MAX_ID + "}$";

  private final JsonMapper json = new JsonMapper();
  private final JsonNode schemas;
  private final ObjectNode definitions = json.createObjectNode();

  /// @param schemas those of the contract, by name
  GroupSchema(JsonNode schemas) {
    this.schemas = schemas;
  }

  /// The schema, as it lies in docs/schema.
  String text() {
    definitions.set("Fields", fields());
    definitions.set("Member", member());
    definitions.set("After", after());
    ObjectNode root = json.createObjectNode();
    root.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    root.put("title", "Broadside group file");
    root.setAll(object(GroupDocument.GROUP, GroupDocument.MEMBERS));
    ObjectNode properties = root.putObject("properties");
    properties
        .putObject(GroupDocument.GROUP)
        .put("type", "string")
        .put("minLength", 1)
        .put("maxLength", GroupDocument.LONGEST_NAME)
        .put("description", "The group's name.");
    properties
        .putObject(GroupDocument.ID)
        .put("type", "string")
        .put("pattern", ID)
        .put("description", "The group's id; one is made where it is left out.");
    GroupDocument.OWN.forEach(field ->
        properties.set(
            field.path(),
            schemas.path("JobDocument").path("properties").path(field.path()).deepCopy()));
    properties.set(
        GroupDocument.DEFAULTS, to("Fields").put("description", "Fields that all members share."));
    properties
        .putObject(GroupDocument.MEMBERS)
        .put("type", "array")
        .put("minItems", 1)
        .put("maxItems", GroupDocument.MOST_MEMBERS)
        .set("items", to("Member"));
    root.set("$defs", definitions);
    return json.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
  }

  private ObjectNode object(String... required) {
    ObjectNode object =
        json.createObjectNode().put("type", "object").put("additionalProperties", false);
    Stream.of(required).forEach(object.withArray("required")::add);
    return object;
  }

  private ObjectNode to(String definition) {
    return json.createObjectNode().put("$ref", OWN + definition);
  }

  /// A job document without what a group decides, of which nothing is needed: all may be shared.
  private ObjectNode fields() {
    ObjectNode fields = (ObjectNode) schemas.path("JobDocument").deepCopy();
    fields.put("description", "What a job or a study asks for.").remove("required");
    ((ObjectNode) fields.get("properties")).retain(GroupDocument.fieldsOfMembers());
    take(fields);
    return fields;
  }

  /// Takes over what is referred to.
  private void take(JsonNode node) {
    if (node instanceof ObjectNode object
        && object.path("$ref").asString("").startsWith(CONTRACT)) {
      String name = object.get("$ref").asString().substring(CONTRACT.length());
      object.put("$ref", OWN + name);
      if (!definitions.has(name)) {
        JsonNode definition = schemas.get(name).deepCopy();
        definitions.set(name, definition);
        take(definition);
      }
    }
    node.forEach(this::take);
  }

  private ObjectNode member() {
    ObjectNode member = object("name");
    ObjectNode properties = member.putObject("properties");
    properties
        .putObject("name")
        .put("type", "string")
        .put("pattern", ID)
        .put("description", "Unique within the group.");
    ArrayNode either = member.putArray("oneOf");
    for (Kind kind : Kind.values()) {
      properties.set(kind.word(), to("Fields"));
      either.addObject().putArray("required").add(kind.word());
    }
    ObjectNode targets = properties.putObject(GroupDocument.TARGETS);
    targets.put(
        "description", "Named targets among which a job's threads and rate are divided by weight.");
    ArrayNode ways = targets.putArray("anyOf");
    ways.addObject().put("type", "array").putObject("items").put("type", "string");
    ways.addObject()
        .put("type", "object")
        .putObject("additionalProperties")
        .put("type", "integer")
        .put("minimum", 1);
    ObjectNode after = properties.putObject("after");
    after.put("description", "What it waits for; all of it must have come.");
    ArrayNode forms = after.putArray("anyOf").add(to("After"));
    forms.addObject().put("type", "array").set("items", to("After"));
    return member;
  }

  private ObjectNode after() {
    ObjectNode on = json.createObjectNode();
    Stream.of(Condition.values()).map(Condition::word).forEach(on.withArray("enum")::add);
    ObjectNode one = object("member");
    one.putObject("properties").set("on", on);
    one.withObject("properties").putObject("member").put("type", "string");
    ObjectNode named = json.createObjectNode().put("type", "object").put("minProperties", 1);
    named.set("additionalProperties", on.deepCopy());
    ObjectNode after = json.createObjectNode();
    after.putArray("anyOf").add(json.createObjectNode().put("type", "string")).add(one).add(named);
    return after;
  }
}
