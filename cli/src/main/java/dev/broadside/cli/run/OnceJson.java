package dev.broadside.cli.run;

import dev.broadside.cli.output.Destination;
import dev.broadside.cli.shell.Shell;
import dev.broadside.client.once.IterationEvent;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.StatsDocument;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// One iteration as JSON: how it came out, everything that was seen of it, in order, and what the
/// verification found.
final class OnceJson {
  private OnceJson() {}

  static void write(String target, RunDocument run, List<IterationEvent> seen, Shell shell)
      throws IOException {
    StatsDocument stats = run.summary();
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("jobClass", run.job().jobClass());
    document.put("parameters", run.parameters());
    document.put("outcome", outcome(stats));
    document.put("attempts", stats.retried() + 1);
    document.put("rowsRead", stats.rowsRead());
    document.put("rowsWritten", stats.rowsWritten());
    document.put("seen", seen.stream().map(OnceJson::node).toList());
    document.put("checks", run.audit().checks());
    try (Destination out = Destination.open(target, shell)) {
      String text = Json.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(document);
      out.write((text + "\n").getBytes(StandardCharsets.UTF_8));
    }
  }

  private static String outcome(StatsDocument stats) {
    if (stats.rolledBack() > 0) {
      return "rolled back";
    }
    return stats.transactions() > 0 ? "ok" : stats.uncertain() > 0 ? "uncertain" : "failed";
  }

  private static Map<String, Object> node(IterationEvent event) {
    return switch (event) {
      case IterationEvent.Attempt(int number) -> node("attempt", "number", number + 1);
      case IterationEvent.Begun(String operation) -> node("operation", "name", operation);
      case IterationEvent.Ended(String operation, long nanos) ->
          node("operation ended", "name", operation, "millis", millis(nanos));
      case IterationEvent.Answered answered -> statement(answered);
      case IterationEvent.Committing _ -> node("committing");
      case IterationEvent.RolledBack _ -> node("rolled back");
      case IterationEvent.Counted(long rows, boolean read) ->
          node("rows", read ? "read" : "written", rows);
      case IterationEvent.Added(String figure, long amount) ->
          node("figure", "id", figure, "amount", amount);
      case IterationEvent.Done(long nanos) -> node("attempt ended", "millis", millis(nanos));
      case IterationEvent.Failed(var failure, long nanos) ->
          node("attempt failed", "millis", millis(nanos), "failure", failure);
    };
  }

  private static Map<String, Object> statement(IterationEvent.Answered answered) {
    Map<String, Object> node =
        node("statement", "text", answered.text(), "parameters", answered.parameters());
    answered
        .rows()
        .ifPresent(rows -> node.put(answered.reads() ? "rowsRead" : "rowsWritten", rows));
    node.put("millis", millis(answered.nanos()));
    answered.failure().ifPresent(failure -> node.put("failure", failure));
    return node;
  }

  private static Map<String, Object> node(String type, Object... more) {
    Map<String, Object> node = new LinkedHashMap<>(Map.of("type", type));
    for (int i = 0; i < more.length; i += 2) {
      node.put("" + more[i], more[i + 1]);
    }
    return node;
  }

  private static double millis(long nanos) {
    return nanos / 1e6;
  }
}
