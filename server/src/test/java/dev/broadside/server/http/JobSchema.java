package dev.broadside.server.http;

import dev.broadside.core.campaign.GroupDocument;
import dev.broadside.core.campaign.GroupPlan.Kind;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.input.JobField;
import dev.broadside.core.input.JobWriter;
import dev.broadside.core.input.LoadFields;
import dev.broadside.core.input.TargetDocument;
import dev.broadside.core.load.Bounds;
import dev.broadside.core.param.Parameter;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The schema of a job document, made of the declarations of its fields.
final class JobSchema {
  private static final long EXACT = 1L << 53;

  private final JsonMapper json = new JsonMapper();

  /// Puts the schema among others, some of which it refers to: those of a rate, a phase and a
  /// length of time, which are no single values.
  static void addTo(ObjectNode schemas) {
    schemas.set("JobDocument", new JobSchema().document());
    schemas.set("TargetDocument", new JobSchema().target());
    schemas.set("GroupDocument", new JobSchema().group());
  }

  private ObjectNode group() {
    ObjectNode group = object();
    group.put("description", "A group of jobs and studies as it is asked for.");
    ObjectNode properties = group.putObject("properties");
    text(properties, "yaml", "All of it as a text, instead of the other fields.");
    text(properties, GroupDocument.GROUP, "Its name, in a few words.");
    text(properties, GroupDocument.ID, "Its id; one is made if it is left out.");
    GroupDocument.OWN.forEach(field -> properties.set(field.path(), schema(field)));
    properties
        .putObject(GroupDocument.DEFAULTS)
        .put("description", "Fields of a job that all members share.");
    properties
        .putObject(GroupDocument.MEMBERS)
        .put("type", "array")
        .put("maxItems", GroupDocument.MOST_MEMBERS)
        .set("items", member());
    return group;
  }

  private ObjectNode member() {
    ObjectNode member = object();
    member.putArray("required").add("name");
    ObjectNode properties = member.putObject("properties");
    text(properties, "name", "Unique within the group.");
    for (Kind kind : Kind.values()) {
      properties.set(kind.word(), reference("JobDocument"));
    }
    properties
        .putObject("after")
        .put("description", "Names of members, or objects with their names and conditions.");
    return member;
  }

  private static void text(ObjectNode properties, String name, String description) {
    properties.putObject(name).put("type", "string").put("description", description);
  }

  private ObjectNode document() {
    ObjectNode document = object();
    document.put(
        "description", "A job as it is asked for; a study where it has several places or a knee.");
    document.putArray("required").add(JobDocument.JOB_CLASS.path());
    ObjectNode properties = document.putObject("properties");
    for (JobField<?> field : JobDocument.ALL) {
      String nested = field.path().replace(".", ".properties.");
      if (!nested.equals(field.path())) {
        String outer = field.path().substring(0, field.path().indexOf('.'));
        if (!properties.has(outer)) {
          properties.set(outer, object());
        }
      }
      JobWriter.put(properties, nested, schema(field));
      if (field.equals(JobDocument.PACK)) {
        ObjectNode values = properties.putObject(JobDocument.PARAMETERS).put("type", "object");
        values.put("description", "The job class's parameters by name, secret ones too.");
        ArrayNode types = values.putObject("additionalProperties").putArray("type");
        types.add("string").add("number").add("boolean").add("null");
      }
    }
    orNumber(properties);
    return document;
  }

  private ObjectNode target() {
    ObjectNode target = object();
    target.put(
        "description",
        "A database that is named once. A new one needs name and url; of one that is edited only"
            + " what changes is given.");
    ObjectNode properties = target.putObject("properties");
    for (JobField<?> field : TargetDocument.ALL) {
      properties.set(field.path(), schema(field));
    }
    return target;
  }

  private ObjectNode object() {
    return json.createObjectNode().put("type", "object").put("additionalProperties", false);
  }

  /// Instead of the object with their number and their names the number alone will do.
  private void orNumber(ObjectNode properties) {
    ObjectNode agents = json.createObjectNode().put("description", "How many, or which.");
    ArrayNode either = agents.putArray("oneOf");
    either.addObject().put("type", "integer").put("minimum", 1).put("maximum", Bounds.MAX_AGENTS);
    either.add(properties.get("agents"));
    properties.set("agents", agents);
  }

  private ObjectNode schema(JobField<?> field) {
    ObjectNode one = one(field.declared());
    ObjectNode schema =
        switch (field.form()) {
          case ONE -> one;
          case LIST -> list(field, one);
          case SHAPE -> reference("Rate");
          case AXES -> axes(one);
          case PHASES -> {
            ObjectNode phases = json.createObjectNode().put("type", "array");
            phases.put("minItems", 1).put("maxItems", Bounds.MAX_PHASES);
            phases.set("items", reference("PhaseRequest"));
            yield phases;
          }
          case OBJECTS -> {
            ObjectNode objects = json.createObjectNode();
            ArrayNode either = objects.putArray("oneOf").add(one);
            either.addObject().put("type", "array").putObject("items").put("type", "object");
            yield objects;
          }
        };
    String preset =
        field
            .presetText()
            .filter(text -> !text.isEmpty())
            .map(text -> " Default: " + text + ".")
            .orElse("");
    return schema.put("description", field.declared().help() + preset);
  }

  private ObjectNode list(JobField<?> field, ObjectNode one) {
    if (!field.equals(LoadFields.THREADS)) {
      ObjectNode texts = json.createObjectNode().put("type", "array");
      texts.putObject("items").put("type", "string");
      return texts;
    }
    one.removeAll();
    ArrayNode either = one.putArray("oneOf");
    ObjectNode number = either.addObject().put("type", "integer");
    number.put("minimum", 1).put("maximum", Bounds.MAX_THREADS);
    either.addObject().put("type", "array").set("items", number.deepCopy());
    return one;
  }

  private ObjectNode axes(ObjectNode text) {
    ObjectNode axes = json.createObjectNode();
    ArrayNode either = axes.putArray("oneOf").add(text);
    ObjectNode lists = either.addObject().put("type", "object").putObject("additionalProperties");
    ObjectNode values = lists.put("type", "array").put("minItems", 1).putObject("items");
    values.putArray("type").add("string").add("number").add("boolean");
    return axes;
  }

  private ObjectNode reference(String name) {
    return json.createObjectNode().put("$ref", "#/components/schemas/" + name);
  }

  private ObjectNode one(Parameter<?> declared) {
    ObjectNode schema = json.createObjectNode();
    return switch (declared) {
      case Parameter.Whole whole when whole.maximum() >= EXACT -> {
        ArrayNode either = schema.putArray("oneOf");
        either.addObject().put("type", "integer").put("format", "int64");
        either.addObject().put("type", "string").put("pattern", "^-?[0-9]{1,19}$");
        yield schema;
      }
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
      case Parameter.Choice choice -> {
        choice.options().forEach(option -> schema.withArray("enum").add(option.value()));
        yield schema;
      }
      case Parameter.Span _ -> reference("Span");
      case Parameter.Text text -> schema.put("type", "string").put("maxLength", text.maxLength());
      case Parameter.Hidden _ -> schema.put("type", "string");
    };
  }
}
