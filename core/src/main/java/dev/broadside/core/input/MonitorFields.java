package dev.broadside.core.input;

import dev.broadside.core.figures.UsualFigures;
import dev.broadside.core.job.MonitorSource;
import dev.broadside.core.job.MonitorSource.Command;
import dev.broadside.core.job.MonitorSource.Database;
import dev.broadside.core.job.MonitorSource.Exporter;
import dev.broadside.core.job.MonitorSource.Metric;
import dev.broadside.core.job.MonitorSource.Prometheus;
import dev.broadside.core.job.MonitorSource.Sql;
import dev.broadside.core.job.MonitorSource.What;
import dev.broadside.core.load.Bounds;
import dev.broadside.core.param.ConnectionParameters;
import dev.broadside.core.param.Parsed;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Spans;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.database.DatabaseFigures;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads and writes the list of a job's further monitors.
///
/// ```
/// - {name: lag, prometheus: "http://prom:9090", query: max(mysql_slave_lag), unit: s}
/// - {name: host, exporter: "http://db1:9100/metrics", metrics: [node_load1]}
/// - {name: queue, sql: select count(*) from orders where open = 1}
/// - {name: replica1, database: "jdbc:mariadb://db2/shop", agent: db2}
/// - {name: fans, command: [/usr/local/bin/fan-speed, "1"], agent: w1}
/// ```
///
/// A problem's place is a JSON pointer within the list.
final class MonitorFields {
  private static final int MOST = 20;
  private static final int LONGEST_TEXT = 2_000;
  private static final int LONGEST_UNIT = 20;
  private static final String NAME = "name";
  private static final String UNIT = "unit";
  private static final String INTERVAL = "interval";
  private static final String AGENT = "agent";
  private static final String QUERY = "query";
  private static final String BY = "by";
  private static final String METRICS = "metrics";

  /// The name of a secret in the query part of a URL.
  private static final Pattern SECRET =
      Pattern.compile(
          "(?i)(?:token|passw|pwd|secret|credential|signature|api.?key|access.?key)[^=&;]*=");

  private static final Duration SHORTEST = Duration.ofSeconds(1);

  /// The kinds, named after the field that says where figures come from.
  private enum Kind {
    PROMETHEUS(QUERY, BY, UNIT, AGENT),
    EXPORTER(METRICS, AGENT),
    COMMAND(UNIT, AGENT),
    SQL(UNIT, AGENT),
    DATABASE(AGENT);

    /// What such a monitor takes besides.
    private final List<String> more;

    Kind(String... more) {
      this.more = List.of(more);
    }

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final JsonFields fields;

  private MonitorFields(JsonFields fields) {
    this.fields = fields;
  }

  /// Reads a list, or one monitor, as YAML or JSON.
  static Parsed<List<MonitorSource>> read(String text) {
    List<Problem> problems = new ArrayList<>();
    List<MonitorSource> all = new ArrayList<>();
    if (!text.isBlank()) {
      JobYaml.read(text, problems)
          .map(JobYaml::root)
          .map(root -> root.isArray() ? root.valueStream().toList() : List.of(root))
          .ifPresent(entries -> readAll(entries, all, problems));
    }
    return problems.isEmpty()
        ? new Parsed.Value<>(List.copyOf(all))
        : new Parsed.Wrong<>(problems.getFirst());
  }

  private static void readAll(
      List<JsonNode> entries, List<MonitorSource> all, List<Problem> problems) {
    if (entries.size() > MOST) {
      problems.add(Problem.wrong("", "these are more than " + MOST, "leave some out"));
      return;
    }
    for (JsonNode entry : entries) {
      JsonFields fields = new JsonFields(entry, "/" + all.size(), problems);
      Optional<MonitorSource> one = new MonitorFields(fields).readOne(entry);
      if (one.isEmpty()) {
        return;
      }
      if (all.stream().anyMatch(other -> other.name().equals(one.get().name()))) {
        fields.wrong(NAME, "another monitor is called so, too", "give each a name of its own");
        return;
      }
      all.add(one.get());
    }
  }

  /// Empty if anything is wrong with it.
  private Optional<MonitorSource> readOne(JsonNode entry) {
    List<Kind> kinds = Stream.of(Kind.values()).filter(one -> entry.has(one.word())).toList();
    if (kinds.size() != 1) {
      fields.wrong(
          "",
          kinds.isEmpty()
              ? "it does not say where its figures come from"
              : words(kinds, " and ") + " do not go together",
          "give one of " + words(List.of(Kind.values()), ", "));
      return Optional.empty();
    }
    Kind kind = kinds.getFirst();
    fields.onlyKnow(
        Stream.concat(Stream.of(NAME, INTERVAL, kind.word()), kind.more.stream()).toList());
    String name = name();
    Optional<What> what = what(kind);
    String unit = fields.node(UNIT).flatMap(_ -> fields.text(UNIT, LONGEST_UNIT)).orElse("");
    Duration interval =
        fields.node(INTERVAL).isEmpty()
            ? SHORTEST
            : fields.span(INTERVAL, SHORTEST, Duration.ofHours(1));
    Optional<String> agent = fields.node(AGENT).flatMap(_ -> fields.text(AGENT, Bounds.MAX_NAME));
    return what.filter(_ -> fields.sound())
        .map(one -> new MonitorSource(name, one, unit, interval, agent));
  }

  private String name() {
    Optional<String> name =
        fields.text(NAME, LONGEST_TEXT).filter(text -> text.matches("[a-z][a-z0-9_]{0,19}"));
    if (name.isEmpty()) {
      fields.wrong(
          NAME,
          "it has no name that can begin the ids of figures",
          "give up to 20 small letters, digits and underscores behind a letter");
    }
    return name.orElse("x");
  }

  private static String words(List<Kind> kinds, String between) {
    return kinds.stream().map(Kind::word).collect(Collectors.joining(between));
  }

  private Optional<What> what(Kind kind) {
    return switch (kind) {
      case PROMETHEUS -> url(kind).flatMap(this::prometheus);
      case EXPORTER -> url(kind).flatMap(this::exporter);
      case COMMAND -> command();
      case SQL -> sql();
      case DATABASE -> database();
    };
  }

  private Optional<What> prometheus(URI url) {
    Optional<String> by = fields.node(BY).flatMap(_ -> fields.text(BY, Bounds.MAX_NAME));
    if (fields.node(QUERY).isEmpty()) {
      fields.wrong(QUERY, "it is missing", "give an expression of PromQL");
    }
    return fields.text(QUERY, LONGEST_TEXT).map(query -> new Prometheus(url, query, by));
  }

  private Optional<What> exporter(URI url) {
    List<Metric> metrics = new ArrayList<>();
    List<String> texts = words(METRICS);
    for (int i = 0; i < texts.size(); i++) {
      Optional<Metric> metric = Metric.of(texts.get(i));
      if (metric.isEmpty()) {
        fields.wrong(
            METRICS + "/" + i, JsonFields.shown(texts.get(i)) + " names no metric", Metric.MEND);
      }
      metric.ifPresent(metrics::add);
    }
    return metrics.isEmpty() ? Optional.empty() : Optional.of(new Exporter(url, metrics));
  }

  private Optional<What> command() {
    List<String> words = words("command");
    return words.isEmpty() ? Optional.empty() : Optional.of(new Command(words));
  }

  /// A list of texts that has at least one.
  private List<String> words(String name) {
    Optional<JsonNode> node = fields.node(name);
    List<String> words =
        node.stream()
            .filter(JsonNode::isArray)
            .flatMap(JsonNode::valueStream)
            .filter(JsonNode::isValueNode)
            .map(JsonNode::asString)
            .toList();
    boolean whole = node.filter(list -> list.size() == words.size()).isPresent();
    if (!whole
        || words.isEmpty()
        || words.size() > MOST
        || words.stream().anyMatch(word -> word.isEmpty() || word.length() > LONGEST_TEXT)) {
      fields.wrong(name, "it is not a list of 1 to " + MOST + " texts", "write it as [a, b]");
      return List.of();
    }
    return words;
  }

  /// Only what reads: the connection may do no more, but says so only when the load is under way.
  private Optional<What> sql() {
    Optional<String> statement = fields.text("sql", LONGEST_TEXT);
    if (statement
        .filter(text ->
            !text.matches("(?is)\\s*(select|with|show|values)\\b[^;]*")
                || text.matches("(?is).*\\binto\\b.*"))
        .isPresent()) {
      fields.wrong(
          "sql",
          "it is no single query",
          "write a SELECT that gives a number, without a semicolon and without INTO");
    }
    return statement.map(Sql::new);
  }

  private Optional<What> database() {
    Optional<String> place = fields.text("database", LONGEST_TEXT);
    boolean good =
        place
            .filter(text ->
                ConnectionParameters.TARGET_URL.parse(text) instanceof Parsed.Value<String>
                    || TargetDocument.NAME.read(text) instanceof Parsed.Value<String>)
            .isPresent();
    if (!good) {
      fields.wrong(
          "database",
          "it is neither a JDBC URL without user and password, nor the name of a target",
          "give one of them; at a URL, the job's monitor-user or user reads");
    }
    return place.filter(_ -> good).map(Database::new);
  }

  /// The text of a URL stands in no message: it may hold a password, which is why it is refused.
  private Optional<URI> url(Kind kind) {
    Optional<URI> url = fields.text(kind.word(), LONGEST_TEXT).flatMap(MonitorFields::uri);
    if (url.filter(MonitorFields::holdsSecret).isPresent()) {
      fields.wrong(
          kind.word(),
          "it holds a user, a password or a token, and everybody who may look sees the job",
          "leave that out, and start the agent that reads it, or the run, with"
              + " --monitor-credentials FILE");
      return Optional.empty();
    }
    Optional<URI> good =
        url.filter(one ->
            one.getRawFragment() == null && (kind == Kind.EXPORTER || one.getRawQuery() == null));
    if (good.isEmpty()) {
      fields.wrong(
          kind.word(),
          kind == Kind.EXPORTER
              ? "it is no address of a web server, or holds a fragment"
              : "it is no address of a web server, or holds more than host, port and path",
          "write it as http://HOST:PORT/PATH");
    }
    return good;
  }

  private static boolean holdsSecret(URI uri) {
    return uri.getRawUserInfo() != null
        || (uri.getQuery() != null && SECRET.matcher(uri.getQuery()).find());
  }

  private static Optional<URI> uri(String text) {
    try {
      URI uri = new URI(text.strip());
      boolean web =
          "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
      return Optional.of(uri).filter(one -> web && one.getHost() != null);
    } catch (URISyntaxException _) {
      return Optional.empty();
    }
  }

  /// The unit of a monitor's figure; empty if the monitor has no figure of that id.
  static Optional<String> unit(MonitorSource source, String id) {
    boolean only = id.equals(source.id());
    if (!only && !id.startsWith(source.id() + ".")) {
      return Optional.empty();
    }
    Optional<String> unit = Optional.of(source.unit());
    return switch (source.what()) {
      case Prometheus it -> unit.filter(_ -> only == it.by().isEmpty());
      case Command _ -> unit.filter(_ -> only);
      case Sql _ -> unit;
      case Exporter it -> unit(source, it, id);
      case Database it -> {
        String own = id.replace(source.id() + ".", DatabaseFigures.PREFIX);
        yield UsualFigures.unit(own)
            .filter(_ ->
                DatabaseFigures.at(it.place())
                    .map(known -> known.contains(own))
                    .orElseGet(() -> DatabaseFigures.mayHave(own)));
      }
    };
  }

  private static Optional<String> unit(MonitorSource source, Exporter it, String id) {
    List<String> parts = it.metrics().stream().map(Metric::part).toList();
    int place = Figure.ids(source.id(), parts).indexOf(id);
    return place >= 0
        ? Optional.of(it.metrics().get(place))
            .map(metric -> metric.unit() + (metric.counter() ? "/s" : ""))
        : Optional.of("ms/s").filter(_ -> id.equals(source.id() + Figure.WATCHED));
  }

  /// Writes a list as JSON, which [#read] reads.
  static String write(List<MonitorSource> all) {
    return all.isEmpty()
        ? ""
        : JsonMapper.shared().writeValueAsString(all.stream().map(MonitorFields::written).toList());
  }

  private static Map<String, Object> written(MonitorSource one) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put(NAME, one.name());
    switch (one.what()) {
      case Prometheus(URI url, String query, Optional<String> by) -> {
        entry.put("prometheus", url.toString());
        entry.put(QUERY, query);
        by.ifPresent(label -> entry.put(BY, label));
      }
      case Exporter(URI url, List<Metric> metrics) -> {
        entry.put("exporter", url.toString());
        entry.put(METRICS, metrics.stream().map(Metric::text).toList());
      }
      case Command(List<String> words) -> entry.put("command", words);
      case Sql(String statement) -> entry.put("sql", statement);
      case Database(String place) -> entry.put("database", place);
    }
    if (!one.unit().isEmpty()) {
      entry.put(UNIT, one.unit());
    }
    if (!one.interval().equals(SHORTEST)) {
      entry.put(INTERVAL, Spans.format(one.interval()));
    }
    one.agent().ifPresent(agent -> entry.put(AGENT, agent));
    return entry;
  }
}
