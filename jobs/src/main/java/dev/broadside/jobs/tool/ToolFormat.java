package dev.broadside.jobs.tool;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Parsed;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.JobDescription;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/// What programs print. Each format is a list of [ToolReading]s, written as a user writes those of
/// his own.
enum ToolFormat {
  /// sysbench 1.0, with `--report-interval=1`; of its histogram, with `--histogram`, too.
  SYSBENCH(
      "sysbench 1.0, with --report-interval=1",
      """
      seconds = ^\\[ (\\d+)s \\] thds:
      rate transactions = ^\\[ \\d+s \\] thds: .*\\b(?:tps|eps): (\\S+)
      rate queries = ^\\[ \\d+s \\] thds: .*\\bqps: (\\S+)
      rate errors = ^\\[ \\d+s \\] thds: .*\\berr/s: (\\S+)
      highest percentile ms = ^\\[ \\d+s \\] thds: .*\\blat \\(ms,\\d+%\\): (\\S+)
      total transactions = ^\\s+total number of events:\\s+(\\d+)$
      total queries = ^\\s+queries:\\s+(\\d+)\\s
      total errors = ^\\s+ignored errors:\\s+(\\d+)\\s
      histogram latency ms = ^\\s*(\\d+\\.\\d+) \\|[* ]*?(\\d+)$
      """),
  /// pgbench, with `-P 1`.
  PGBENCH(
      "pgbench, with -P 1",
      """
      seconds = ^progress: (\\S+) s,
      rate transactions = ^progress: \\S+ s, (\\S+) tps
      mean latency ms = ^progress: .*, lat ([\\d.]+) ms
      total transactions = ^number of transactions actually processed: (\\d+)
      total failed = ^number of failed transactions: (\\d+)
      """),
  /// fio, with `--output-format=json+ --status-interval=1`: its I/Os are the transactions.
  FIO(
      "fio, with --output-format=json+ and --status-interval=1",
      """
      from = ^\\{$
      to = ^\\}$
      total transactions = "(?:read|write|trim)" : \\{[^{}]*"total_ios" : (\\d+)
      total bytes B = "(?:read|write|trim)" : \\{\\s*"io_bytes" : (\\d+)
      histogram latency ns = "(\\d+)" : (\\d+)(?![.\\d])
      """),
  /// mysqlslap, with one iteration: its queries are the transactions.
  MYSQLSLAP(
      "mysqlslap or mariadb-slap, with one iteration",
      """
      from = ^Benchmark$
      to = queries per client: \\d+
      total transactions = clients running queries: (\\d+)\\s+Average number of queries per client: (\\d+)
      fails = ^(?:mysqlslap|mariadb-slap): (?:Error|Cannot)
      mean run s = Average number of seconds to run all queries: (\\S+) seconds
      """),
  /// YCSB, with `-s`.
  YCSB(
      "YCSB, with -s and -p status.interval=1",
      """
      total transactions = \\d+ sec: (\\d+) operations;
      last = ^\\[OVERALL\\], Throughput\\(ops/sec\\),
      """),
  REGEX("one of your own: parameter figures has regular expressions", ""),
  JSONL("JSON lines: parameter figures has names of fields", "");

  static final Parameter.Choice FORMAT =
      Stream.of(values())
          .reduce(
              Parameter.choice("format", "What the program prints"),
              (choice, one) -> choice.option(one.word(), one.help),
              (one, _) -> one);

  static final Parameter.Text FIGURES =
      Parameter.text(
              "figures",
              "What else to read in its output, one a line or parted by ;; : KIND NAME UNIT = REGEX, such as"
                  + " total transactions = done: (\\d+)")
          .atMost(8_000)
          .preset("");

  private final String help;
  private final String declared;

  ToolFormat(String help, String declared) {
    this.help = help;
    this.declared = declared;
  }

  private String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The readings that a job asks for.
  static Parsed<List<ToolReading>> readings(ParameterValues values) {
    ToolFormat format = valueOf(values.get(FORMAT).toUpperCase(Locale.ROOT));
    return ToolReading.all(format.declared + values.get(FIGURES), format == JSONL);
  }

  /// The figures of readings, in the order in which they are added to. A figure may have two.
  static List<Figure> figures(List<ToolReading> readings) {
    Map<String, Figure> all = new LinkedHashMap<>();
    readings.stream()
        .flatMap(one -> one.figure().stream())
        .forEach(figure -> all.putIfAbsent(figure.id(), figure));
    return all.values().stream().limit(JobDescription.MAX_FIGURES).toList();
  }
}
