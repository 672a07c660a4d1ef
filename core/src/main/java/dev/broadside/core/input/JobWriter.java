package dev.broadside.core.input;

import dev.broadside.core.input.JobField.Form;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.load.LoadModel;
import dev.broadside.core.load.Phase;
import dev.broadside.core.load.PhaseKind;
import dev.broadside.core.load.RunShape;
import dev.broadside.core.load.Think;
import dev.broadside.core.load.ThinkText;
import dev.broadside.core.pace.Arrivals;
import dev.broadside.core.pace.Rate;
import dev.broadside.core.param.CommaList;
import dev.broadside.core.param.ConnectionParameters;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Spans;
import dev.broadside.core.study.StudyAxis;
import dev.broadside.core.study.StudyPlan;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Writes a job as a [JobDocument], with defaults filled in and secrets left out.
public final class JobWriter {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /// Whole numbers beyond it are rounded by many programs that read JSON.
  private static final long EXACT = 1L << 53;

  private JobWriter() {}

  /// The document of a job.
  public static ObjectNode write(JobSpec spec) {
    ObjectNode document = NODES.objectNode();
    JsonNode load = JsonMapper.shared().valueToTree(load(spec.phases()));
    for (JobField<?> field : JobDocument.ALL) {
      Optional<JsonNode> ofLoad = Optional.ofNullable(load.get(field.path()));
      field
          .text(spec)
          .map(text -> node(field, text))
          .or(() -> ofLoad)
          .ifPresent(node -> put(document, field.path(), node));
      if (field.equals(JobDocument.PACK)) {
        ObjectNode parameters = document.putObject(JobDocument.PARAMETERS);
        boolean named = !JobDocument.TARGET.in(spec).isEmpty();
        spec.parameters()
            .forEach((name, text) -> {
              if (!(named && ConnectionParameters.ofTarget(name))) {
                parameters.put(name, text);
              }
            });
      }
    }
    return document;
  }

  /// The document of a study.
  public static ObjectNode write(JobSpec spec, StudyPlan plan) {
    ObjectNode document = write(spec);
    List<StudyAxis> along = new ArrayList<>(plan.axes());
    if (along.stream().anyMatch(axis -> axis.name().equals(StudyAxis.RATE))
        || plan.knee().isPresent()) {
      document.remove(LoadFields.RATE.path());
    }
    if (!along.isEmpty() && along.getFirst().name().equals(StudyAxis.THREADS)) {
      String counts = CommaList.joined(along.removeFirst().values());
      put(document, LoadFields.THREADS.path(), node(LoadFields.THREADS, counts));
    }
    if (!along.isEmpty()) {
      put(document, StudyFields.ALONG, along);
    }
    put(document, StudyFields.ORDER, plan.order());
    put(document, StudyFields.REPEATS, (long) plan.repeats());
    put(document, StudyFields.SETTLE, Duration.ofMillis(plan.settleMillis()));
    plan.knee()
        .ifPresent(knee -> {
          put(document, StudyFields.KNEE, knee);
          put(document, StudyFields.KNEE_PRECISION, knee.precisionPercent());
        });
    return document;
  }

  private static <T> void put(ObjectNode document, JobField<T> field, T value) {
    put(document, field.path(), node(field, field.write(value)));
  }

  /// Puts a value into a document, in place of what was there.
  public static void put(ObjectNode document, String path, JsonNode value) {
    int dot = path.indexOf('.');
    if (dot < 0) {
      document.set(path, value);
      return;
    }
    String first = path.substring(0, dot);
    ObjectNode within =
        document.get(first) instanceof ObjectNode object ? object : document.putObject(first);
    put(within, path.substring(dot + 1), value);
  }

  /// Replaces `agents: 3` or `agents: [a1, a2]` by the object with number or names.
  public static void spellOutAgents(ObjectNode document) {
    JsonNode agents = document.path("agents");
    boolean names = agents.isArray() && !agents.isEmpty();
    if (names || (agents.isValueNode() && !agents.isNull())) {
      JobField<?> said = names ? JobDocument.AGENT_NAMES : JobDocument.AGENTS;
      document.remove("agents");
      put(document, said.path(), agents);
    }
  }

  /// A text as a JSON value of the field's kind, or as a JSON string if it cannot be read as one.
  public static JsonNode node(JobField<?> field, String text) {
    if (field.form() == Form.LIST) {
      ArrayNode list = NODES.arrayNode();
      boolean names = field.equals(JobDocument.AGENT_NAMES);
      for (String part : text.split("\\s*,\\s*")) {
        if (!part.isEmpty()) {
          list.add(
              names || !part.matches("[1-9]\\d{0,8}")
                  ? NODES.stringNode(part)
                  : NODES.numberNode(Integer.parseInt(part)));
        }
      }
      return names || list.size() != 1 ? list : list.get(0);
    }
    String plain = text.strip();
    if (field.form() == Form.OBJECTS) {
      return plain.isEmpty() ? NODES.arrayNode() : objects(text);
    }
    return switch (field.declared()) {
      case Parameter.Whole(_, _, _, long least, long most)
          when least > -EXACT && most < EXACT && plain.matches("-?(0|[1-9]\\d{0,14})") ->
          NODES.numberNode(Long.parseLong(plain));
      case Parameter.Decimal _ when plain.matches("(0|[1-9]\\d{0,14})(\\.\\d{1,15})?") ->
          NODES.numberNode(new BigDecimal(plain));
      case Parameter.Flag _ when plain.matches("true|false") ->
          NODES.booleanNode(plain.equals("true"));
      default -> NODES.stringNode(text);
    };
  }

  private static JsonNode objects(String text) {
    return JobYaml.read(text, new ArrayList<>()).map(JobYaml::root).orElse(NODES.stringNode(text));
  }

  /// The fields that describe the phases: the plain ones if these suffice, otherwise the list.
  private static Map<String, Object> load(List<Phase> phases) {
    Phase measured =
        phases.stream()
            .filter(phase -> phase.kind() == PhaseKind.MEASURE)
            .findFirst()
            .orElseThrow();
    RunShape shape =
        new RunShape(
            length(phases, PhaseKind.RAMP_UP),
            length(phases, PhaseKind.WARM_UP),
            measured.duration(),
            length(phases, PhaseKind.COOL_DOWN));
    if (!shape.phases(measured.load()).equals(phases)) {
      return Map.of(LoadFields.PHASES.path(), phases.stream().map(PhaseText::of).toList());
    }
    Map<String, Object> fields = PhaseText.of(measured);
    fields.remove("phase");
    fields.put(LoadFields.RAMP_UP.path(), LoadFields.RAMP_UP.write(shape.rampUp()));
    fields.put(LoadFields.WARMUP.path(), LoadFields.WARMUP.write(shape.warmUp()));
    fields.put(LoadFields.COOLDOWN.path(), LoadFields.COOLDOWN.write(shape.coolDown()));
    return fields;
  }

  private static Duration length(List<Phase> phases, PhaseKind kind) {
    return phases.stream()
        .filter(phase -> phase.kind() == kind)
        .map(Phase::duration)
        .reduce(Duration.ZERO, Duration::plus);
  }

  /// Writes phases in the form that users write and [LoadFields] reads. Pure.
  static final class PhaseText {
    private PhaseText() {}

    private record Sine(double mean, double amplitude, String period) {}

    private record Spike(double base, double peak, String at, String length) {}

    private record StepText(double rate, String length) {}

    /// One phase: fields by name, JSON-ready.
    public static Map<String, Object> of(Phase phase) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("phase", phase.kind().word());
      fields.put("duration", Spans.format(phase.duration()));
      fields.put("threads", phase.load().threadsPerAgent());
      switch (phase.load()) {
        case LoadModel.Closed(int _, Think think) -> {
          if (!(think instanceof Think.None)) {
            fields.put("think", ThinkText.of(think));
          }
        }
        case LoadModel.Open(int _, Rate rate, Arrivals arrivals) -> {
          fields.put("rate", rate(rate, phase.duration()));
          fields.put("arrivals", word(arrivals));
        }
      }
      if (!phase.mix().isEmpty()) {
        fields.put("mix", phase.mix());
      }
      return fields;
    }

    private static String word(Arrivals arrivals) {
      return switch (arrivals) {
        case CONSTANT -> "constant";
        case POISSON -> "poisson";
      };
    }

    private static Object rate(Rate rate, Duration phase) {
      return switch (rate) {
        case Rate.Constant(double perSecond) -> perSecond;
        case Rate.Ramp(double from, double to, Duration _) -> Map.of("ramp", List.of(from, to));
        case Rate.Steps(List<Rate.Plateau> steps) -> Map.of("steps", steps(steps, phase));
        case Rate.Sine(double mean, double amplitude, Duration period) ->
            Map.of("sine", new Sine(mean, amplitude, Spans.format(period)));
        case Rate.Spike(double base, double peak, Duration at, Duration length) ->
            Map.of("spike", new Spike(base, peak, Spans.format(at), Spans.format(length)));
        case Rate.Trace(List<Rate.Point> points) ->
            Map.of("trace", points.stream().map(PhaseText::point).toList());
      };
    }

    /// A rate's steps. Steps of equal length are written without it, since it may not be a whole
    /// number of microseconds.
    private static List<Object> steps(List<Rate.Plateau> steps, Duration phase) {
      Duration equal = phase.dividedBy(steps.size());
      boolean sharing = steps.stream().allMatch(step -> step.length().equals(equal));
      return steps.stream()
          .<Object>map(step ->
              sharing
                  ? step.perSecond()
                  : new StepText(step.perSecond(), Spans.format(step.length())))
          .toList();
    }

    /// A point of a trace. A time that is not a whole number of microseconds is written as a
    /// fraction of seconds.
    private static List<Object> point(Rate.Point point) {
      boolean whole = point.at().toNanosPart() % 1_000 == 0;
      Object at = whole ? Spans.format(point.at()) : point.at().toNanos() / 1e9;
      return List.of(at, point.perSecond());
    }
  }
}
