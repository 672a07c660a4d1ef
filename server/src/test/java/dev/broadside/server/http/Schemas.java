package dev.broadside.server.http;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.broadside.core.figures.LatencyMillis;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.job.JobState;
import dev.broadside.core.load.PhaseKind;
import dev.broadside.core.load.ThreadKind;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.Json;
import dev.broadside.core.stat.GeneratorFigure;
import dev.broadside.core.stat.GeneratorSample;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// JSON schemas of records, as the mapper writes them: components are fields, in their order, and
/// what `@param` says of one describes it. Each record is a schema of its own, under its name.
final class Schemas {
  /// Lists of which Java does not say what is in them, with the schema of that.
  private static final Map<String, String> LISTS =
      Map.of("SeriesDocument.newest", "IntervalDocument");

  /// Texts that are one of a few words.
  private static final Map<String, List<String>> WORDS =
      Map.of(
          "JobView.state", JobState.WORDS,
          "JobStateView.state", JobState.WORDS,
          "JobView.threadKind", words(ThreadKind.values(), ThreadKind::word),
          "JobPhaseView.kind", words(PhaseKind.values(), PhaseKind::word),
          "RunPhaseDocument.kind", words(PhaseKind.values(), PhaseKind::word),
          "JobView.refusal", words(Problem.Kind.values(), Problem.Kind::word),
          "ProblemItem.kind", words(Problem.Kind.values(), Problem.Kind::word));

  private final JsonMapper json = Json.mapper();
  private final SourceDocs docs;
  private final ObjectNode all;
  private final Map<String, Class<?>> named = new HashMap<>();

  /// @param all gets them, and may have some that were written by hand
  Schemas(SourceDocs docs, ObjectNode all) {
    this.docs = docs;
    this.all = all;
  }

  /// What refers to a record's schema; it is made where it is not there.
  ObjectNode refer(Class<?> type) {
    String name = name(type);
    if (named.putIfAbsent(name, type) instanceof Class<?> other && other != type) {
      throw new IllegalStateException(
          "Two schemas would be called "
              + name
              + ": give "
              + other
              + " or "
              + type
              + " another name.");
    }
    if (!all.has(name)) {
      // Before its fields are looked at, which may refer to it.
      ObjectNode schema = all.putObject(name);
      describe(schema, docs.of(type).text());
      if (type.isSealed()) {
        ArrayNode either = schema.putArray("oneOf");
        Stream.of(type.getPermittedSubclasses()).forEach(one -> either.add(refer(one)));
      } else {
        addFields(schema.put("type", "object"), type);
      }
    }
    return reference(name);
  }

  /// The word in `type` by which a record is told from the others of its sealed type.
  private static Optional<String> word(Class<?> type) {
    return Stream.of(type.getInterfaces())
        .flatMap(one ->
            Stream.concat(
                Stream.of(one),
                Stream.ofNullable(Json.mapper().serializationConfig().findMixInClassFor(one))))
        .flatMap(one -> Stream.of(one.getAnnotationsByType(JsonSubTypes.class)))
        .flatMap(all -> Stream.of(all.value()))
        .filter(one -> one.value() == type)
        .map(JsonSubTypes.Type::name)
        .findFirst();
  }

  private ObjectNode reference(String name) {
    return json.createObjectNode().put("$ref", "#/components/schemas/" + name);
  }

  /// A type in another one is called after both, but for what says only that they are shown.
  static String name(Class<?> type) {
    return Optional.ofNullable(type.getEnclosingClass())
        .map(outer -> name(outer).replaceFirst("(View|Document|\\w*Routes)$", ""))
        .map(outer -> type.getSimpleName().startsWith(outer) ? "" : outer)
        .orElse("")
        .concat(type.getSimpleName());
  }

  private void addFields(ObjectNode schema, Class<?> type) {
    ArrayNode required = json.createArrayNode();
    ObjectNode properties = json.createObjectNode();
    word(type)
        .ifPresent(word -> {
          properties.set("type", words(List.of(word)));
          required.add("type");
        });
    addFields(type, type, properties, required);
    if (!required.isEmpty()) {
      schema.set("required", required);
    }
    schema.set("properties", properties);
  }

  /// @param owner what the fields stand in, once they are sent
  private void addFields(Class<?> owner, Class<?> type, ObjectNode properties, ArrayNode required) {
    if (!type.isRecord()) {
      throw new IllegalStateException(
          type + " is no record: send one, or say in Schemas what it is in JSON.");
    }
    for (RecordComponent field : type.getRecordComponents()) {
      AnnotatedElement annotated = annotated(type, field);
      if (type == GeneratorSample.class && field.getType() == Map.class) {
        addDeclared(properties, required);
      } else if (type == LatencyMillis.class && field.getType() == Map.class) {
        Measure.latencies()
            .forEach(one -> {
              properties.set(one.id(), type("number"));
              required.add(one.id());
            });
      } else if (annotated.isAnnotationPresent(JsonUnwrapped.class)) {
        addFields(owner, field.getType(), properties, required);
      } else {
        addField(owner, type, field, annotated, properties, required);
      }
    }
  }

  private void addDeclared(ObjectNode properties, ArrayNode required) {
    for (GeneratorFigure one : GeneratorFigure.values()) {
      ObjectNode schema = type(one.share() ? "number" : "integer");
      describe(schema, one.figure().help());
      properties.set(one.key(), schema);
      required.add(one.key());
    }
  }

  private void addField(
      Class<?> owner,
      Class<?> type,
      RecordComponent field,
      AnnotatedElement annotated,
      ObjectNode properties,
      ArrayNode required) {
    String name =
        Optional.ofNullable(annotated.getAnnotation(JsonProperty.class))
            .map(JsonProperty::value)
            .orElse(field.getName());
    boolean optional = optional(field.getType(), include(type, annotated));
    ObjectNode schema = schema(owner, field, annotated, optional);
    describe(schema, docs.of(type).fields().getOrDefault(field.getName(), ""));
    if (properties.replace(name, schema) != null) {
      throw new IllegalStateException(
          type + " has two fields " + name + ": give one of them another name.");
    }
    if (!optional) {
      required.add(name);
    }
  }

  private ObjectNode schema(
      Class<?> owner, RecordComponent field, AnnotatedElement annotated, boolean optional) {
    String place = name(owner) + "." + field.getName();
    if (WORDS.get(place) instanceof List<String> words) {
      return words(words);
    }
    if (LISTS.get(place) instanceof String item) {
      return type("array").set("items", reference(item));
    }
    if (annotated.isAnnotationPresent(JsonFormat.class)) {
      return type("string");
    }
    Type declared = field.getGenericType();
    if (optional && field.getType() == Optional.class) {
      return schema(argument(declared, 0));
    }
    return schema(optional && field.getType() == OptionalDouble.class ? double.class : declared);
  }

  private ObjectNode schema(Type type) {
    Class<?> raw = raw(type);
    ObjectNode schema = json.createObjectNode();
    if (raw == Optional.class || raw == OptionalDouble.class) {
      ObjectNode inner = schema(raw == Optional.class ? argument(type, 0) : double.class);
      String only = inner.path("type").asString("");
      return only.isEmpty()
          ? schema.set("oneOf", json.createArrayNode().add(inner).add(type("null")))
          : inner.set("type", json.createArrayNode().add(only).add("null"));
    }
    if (raw.isArray() || Collection.class.isAssignableFrom(raw)) {
      schema.put("type", "array");
      return schema.set("items", schema(raw.isArray() ? raw.componentType() : argument(type, 0)));
    }
    if (Map.class.isAssignableFrom(raw)) {
      schema.put("type", "object");
      return schema.set("additionalProperties", schema(argument(type, 1)));
    }
    if (raw.isEnum()) {
      return words(
          Stream.of(raw.getEnumConstants()).map(one -> json.valueToTree(one).asString()).toList());
    }
    return switch (raw.getSimpleName()) {
      case "int", "long", "Integer", "Long" -> type("integer");
      case "double", "Double" -> type("number");
      case "boolean", "Boolean" -> type("boolean");
      case "String", "Secret" -> type("string");
      case "Instant" -> type("string").put("format", "date-time");
      case "Object", "JsonNode" -> schema;
      default -> refer(raw);
    };
  }

  private ObjectNode type(String name) {
    return json.createObjectNode().put("type", name);
  }

  private static <E> List<String> words(E[] all, Function<E, String> word) {
    return Stream.of(all).map(word).toList();
  }

  private ObjectNode words(List<String> words) {
    return json.createObjectNode().set("enum", json.valueToTree(words));
  }

  private static void describe(ObjectNode schema, String text) {
    if (!text.isEmpty()) {
      schema.put("description", text);
    }
  }

  private static boolean optional(Class<?> type, Include include) {
    return switch (include) {
      case NON_ABSENT -> type == Optional.class || type == OptionalDouble.class;
      case NON_EMPTY -> type == Optional.class || Collection.class.isAssignableFrom(type);
      case NON_DEFAULT -> true;
      default -> false;
    };
  }

  private static Include include(Class<?> type, AnnotatedElement field) {
    return Stream.of(field, type)
        .map(place -> place.getAnnotation(JsonInclude.class))
        .filter(found -> found != null)
        .map(JsonInclude::value)
        .findFirst()
        .orElse(Include.ALWAYS);
  }

  /// Where a component's annotations are that have no place on components.
  private static AnnotatedElement annotated(Class<?> type, RecordComponent field) {
    try {
      return type.getDeclaredField(field.getName());
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Class<?> raw(Type type) {
    return switch (type) {
      case Class<?> plain -> plain;
      case ParameterizedType of -> (Class<?>) of.getRawType();
      default -> throw new IllegalStateException("what is " + type + " in JSON?");
    };
  }

  private static Type argument(Type type, int position) {
    return ((ParameterizedType) type).getActualTypeArguments()[position];
  }
}
