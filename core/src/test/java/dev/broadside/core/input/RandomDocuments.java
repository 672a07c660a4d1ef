package dev.broadside.core.input;

import dev.broadside.core.load.PhaseKind;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Spans;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Job documents by seed, each of which can be run: between them they hold every declared field.
public final class RandomDocuments {
  private static final List<String> TEXTS =
      List.of("noon: soak", "on", "0123", "- x", "a#b", "'quoted'", "ümlaut", "*star", "null");

  private final Random random;
  private final ObjectNode document = JsonNodeFactory.instance.objectNode();

  private RandomDocuments(long seed) {
    this.random = new Random(seed);
  }

  /// A document of the job class `probe`.
  public static ObjectNode of(long seed) {
    return new RandomDocuments(seed).make();
  }

  /// The paths of everything that is in a document.
  static void paths(JsonNode node, String path, Set<String> into) {
    into.add(path);
    if (node.isObject()) {
      node.forEachEntry(
          (name, value) -> paths(value, path.isEmpty() ? name : path + "." + name, into));
    }
  }

  private ObjectNode make() {
    document
        .put("jobClass", "probe")
        .putObject("parameters")
        .put("url", text())
        .put("share", whole(0, 100));
    boolean phased = random.nextInt(3) == 0;
    boolean open = random.nextBoolean();
    for (JobField<?> field : JobDocument.ALL) {
      boolean fits =
          field.rules().stream()
              .allMatch(rule ->
                  switch (rule.other()) {
                    case "phases" -> !phased;
                    case "copies" -> document.has("copies");
                    case "repeat" -> !document.has("repeat");
                    default -> rule.needed() == open;
                  });
      if (fits && random.nextBoolean()) {
        put(field);
      }
    }
    if (open && !phased) {
      JobWriter.put(document, "rate", rate());
    } else {
      document.remove(List.of("rate", "arrivals"));
    }
    if (document.has("knee")) {
      document.remove("think");
    }
    document.remove("phases");
    if (phased) {
      document.set("phases", phases(open));
    }
    if (document.has("target")) {
      // It says where the database is.
      ((ObjectNode) document.path("parameters")).remove("url");
    }
    if (document.path("agents").has("names")) {
      JobWriter.put(document, "agents.count", JsonNodeFactory.instance.numberNode(whole(1, 2)));
    }
    return document;
  }

  private void put(JobField<?> field) {
    JsonNode value =
        switch (field.path()) {
          case "jobClass" -> JsonNodeFactory.instance.stringNode("probe");
          case "agents.names", "secretsNeeded" ->
              JsonNodeFactory.instance.arrayNode().add("a 1").add("7");
          case "agents.labels" -> JsonNodeFactory.instance.arrayNode().add("rack=ü 1").add("ssd");
          case "drift" -> JsonNodeFactory.instance.arrayNode().add("p99<50").add("my.own");
          case "thresholds" ->
              JsonNodeFactory.instance
                  .arrayNode()
                  .add("p99 < 20.5ms abort")
                  .add("host.cpu.idle@db > 10% for 1ms abort after 1m");
          case "stopOnDrift" -> JsonNodeFactory.instance.arrayNode().add("p99").add("errors");
          case "threads" -> JsonNodeFactory.instance.numberNode(whole(1, 10_000));
          case "maxThreads" -> JsonNodeFactory.instance.numberNode(10_000);
          case "along" -> JsonNodeFactory.instance.stringNode("share=" + whole(0, 9) + ",10");
          case "knee" -> JsonNodeFactory.instance.stringNode(whole(1, 99) + "..100");
          case "startAt" -> JsonNodeFactory.instance.stringNode("2099-01-31T18:00:00Z");
          case "think" ->
              JsonNodeFactory.instance.stringNode(
                  List.of("10ms", "5ms..20ms", "exp:1s").get(whole(0, 2)));
          case "stopAt" -> JsonNodeFactory.instance.stringNode("2100-01-31T18:00:00Z");
          case "zone" -> JsonNodeFactory.instance.stringNode("Europe/Berlin");
          case "repeat" -> JsonNodeFactory.instance.stringNode("0 2 * * 1-5");
          case "overlap" -> JsonNodeFactory.instance.stringNode("together");
          // To be rebalanced, a job needs more than one field.
          case "onAgentLoss" ->
              JsonNodeFactory.instance.stringNode(List.of("fail", "wait").get(whole(0, 1)));
          case "folder" -> JsonNodeFactory.instance.stringNode("nightly/my_sql-" + whole(0, 99));
          case "notify" ->
              JsonNodeFactory.instance.arrayNode().add("ops").add("team:failed+changed");
          case "monitors" -> monitors();
          case "reset" -> JsonNodeFactory.instance.stringNode("command /r.sh " + whole(0, 99));
          // A job that only loads has no load to write.
          case "loadOnly" -> JsonNodeFactory.instance.booleanNode(false);
          case "tags" -> JsonNodeFactory.instance.arrayNode().add("best").add("größer");
          case "id", "definition" -> JsonNodeFactory.instance.stringNode("job-" + whole(0, 99));
          default -> JobWriter.node(field, declared(field.declared()));
        };
    JobWriter.put(document, field.path(), value);
  }

  private ArrayNode monitors() {
    ArrayNode monitors = JsonNodeFactory.instance.arrayNode();
    monitors
        .addObject()
        .put("name", "lag_" + whole(0, 9))
        .put("prometheus", "http://prom:9090/x")
        .put("query", "sum(a{b=\"ü, 'c'\"}) # " + whole(0, 99))
        .put("unit", "s");
    monitors
        .addObject()
        .put("name", "host")
        .put("exporter", "http://db:9100/metrics")
        .put("interval", "5s")
        .put("agent", "db 1")
        .putArray("metrics")
        .add("rate(reads{a=\"1\"})");
    return monitors;
  }

  private String declared(Parameter<?> declared) {
    return switch (declared) {
      case Parameter.Whole whole ->
          ""
              + (whole.maximum() == Long.MAX_VALUE
                  ? random.nextLong()
                  : random.nextLong(whole.minimum(), whole.maximum() + 1));
      case Parameter.Decimal _ -> "" + whole(1, 1_000) / 8.0;
      case Parameter.Flag _ -> "" + random.nextBoolean();
      case Parameter.Choice choice ->
          choice.options().get(whole(0, choice.options().size() - 1)).value();
      case Parameter.Span span -> span(span.minimum());
      case Parameter.Text _, Parameter.Hidden _ -> text();
    };
  }

  /// At least a second, so that no run has too many intervals.
  private String span(Duration least) {
    return Spans.format(least.plusSeconds(1).plusNanos(1_000L * whole(0, 5_000_000)));
  }

  private String text() {
    return TEXTS.get(whole(0, TEXTS.size() - 1));
  }

  private int whole(int least, int most) {
    return random.nextInt(least, most + 1);
  }

  private ArrayNode phases(boolean open) {
    ArrayNode phases = JsonNodeFactory.instance.arrayNode();
    for (int i = whole(0, 3); i >= 0; i--) {
      PhaseKind kind = i == 0 ? PhaseKind.MEASURE : PhaseKind.values()[whole(0, 3)];
      ObjectNode phase =
          phases.addObject().put("phase", kind.word()).put("duration", span(Duration.ofSeconds(4)));
      if (random.nextBoolean()) {
        phase.put("threads", whole(1, 99));
      }
      if (open) {
        phase.set("rate", rate());
        phase.put("arrivals", random.nextBoolean() ? "constant" : "poisson");
      } else if (random.nextBoolean()) {
        phase.put("think", "exp:10ms");
      }
      if (random.nextInt(4) == 0) {
        phase.putObject("mix").put("share", whole(0, 100));
      }
    }
    return phases;
  }

  private JsonNode rate() {
    ObjectNode rate = JsonNodeFactory.instance.objectNode();
    switch (whole(0, 5)) {
      case 0 -> rate.putArray("ramp").add(whole(0, 99)).add(whole(0, 99));
      case 1 -> rate.putArray("steps").add(whole(0, 99)).add(whole(0, 99));
      case 2 ->
          rate.putObject("sine")
              .put("mean", 50.5)
              .put("amplitude", whole(0, 50))
              .put("period", "20s");
      case 3 ->
          rate.putObject("spike")
              .put("base", 1)
              .put("peak", whole(0, 99))
              .put("at", "1s")
              .put("length", "2s");
      case 4 -> rate.putArray("trace").add(pair("0s", 1)).add(pair("90s", whole(0, 99)));
      default -> {
        return JsonNodeFactory.instance.numberNode(whole(1, 9_999) / 8.0);
      }
    }
    return rate;
  }

  private static ArrayNode pair(String at, int perSecond) {
    return JsonNodeFactory.instance.arrayNode().add(at).add(perSecond);
  }
}
