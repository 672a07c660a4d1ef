package dev.broadside.server.coordinator;

import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunAggregate;
import dev.broadside.core.report.RunDocument;
import dev.broadside.server.collect.Collector;
import dev.broadside.server.collect.RunPlan;
import dev.broadside.server.store.JobRow;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.RunTable.Entry;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The results of jobs: so far while they run, final afterwards. Safe for use by several threads,
/// which may block on the store.
public final class Results {
  private static final String INTERVALS = "intervals";
  private static final int PAGE = 500;

  private final ResultStore store;
  private final Collector collector;
  private final Board board;
  private final String version;
  private final JsonMapper json = Json.mapper();

  /// @param board has what is only known of jobs that go on
  Results(ResultStore store, Collector collector, Board board, String version) {
    this.board = board;
    this.version = version;
    this.store = store;
    this.collector = collector;
  }

  /// The whole document in memory: for short runs and for tests. Empty where there is no such job.
  public Optional<RunDocument> document(String jobId) {
    return summary(jobId)
        .map(head -> {
          List<IntervalDocument> intervals = new ArrayList<>();
          eachInterval(jobId, text -> intervals.add(json.readValue(text, IntervalDocument.class)));
          return head.with(intervals);
        });
  }

  /// The document without its intervals. Empty where there is no such job.
  public Optional<RunDocument> summary(String jobId) {
    return head(jobId).map(tree -> json.treeToValue(tree, RunDocument.class));
  }

  /// The document as it was sealed with so many amendments, without its intervals: 0 is the first
  /// one. Empty where there is none.
  public Optional<RunDocument> sealed(String jobId, int amendments) {
    return store
        .runs()
        .former(jobId, amendments)
        .or(() -> store.runs().result(jobId))
        .map(text -> json.readValue(text, RunDocument.class))
        .filter(document ->
            document.seal().filter(seal -> seal.amendments().size() == amendments).isPresent());
  }

  /// Writes the document as JSON without ever holding all of its intervals. False, with nothing
  /// written, where there is no such job.
  public boolean write(String jobId, OutputStream out) throws IOException {
    Optional<JsonNode> head = head(jobId);
    if (head.isEmpty()) {
      return false;
    }
    try (JsonGenerator generator = json.createGenerator(out)) {
      generator.writeStartObject();
      writeFields(jobId, head.get(), generator);
      generator.writeEndObject();
    }
    return true;
  }

  /// Writes the document's fields into an object that is being written; none where there is no such
  /// job.
  public void writeFields(String jobId, JsonGenerator generator) {
    head(jobId).ifPresent(head -> writeFields(jobId, head, generator));
  }

  private void writeFields(String jobId, JsonNode head, JsonGenerator generator) {
    for (Map.Entry<String, JsonNode> field : head.properties()) {
      generator.writeName(field.getKey());
      if (field.getKey().equals(INTERVALS)) {
        generator.writeStartArray();
        eachInterval(jobId, generator::writeRawValue);
        generator.writeEndArray();
      } else {
        json.writeTree(generator, field.getValue());
      }
    }
  }

  private void eachInterval(String jobId, Consumer<String> taker) {
    List<Entry> page = store.runs().intervals(jobId, 0, PAGE);
    while (!page.isEmpty()) {
      page.forEach(interval -> taker.accept(interval.json()));
      page = store.runs().intervals(jobId, page.getLast().position() + 1, PAGE);
    }
  }

  /// The log lines that are kept of a job; none where there is no such job.
  public RunLog log(String jobId) {
    return new RunLog(store.runs().log(jobId).stream().map(this::line).toList());
  }

  private RunLog.Line line(Entry entry) {
    JsonNode line = json.readTree(entry.json());
    return new RunLog.Line(
        entry.eventId(),
        line.path("agent").asString(),
        Instant.parse(line.path("at").asString()),
        line.path("line").asString());
  }

  private Optional<JsonNode> head(String jobId) {
    Optional<String> kept = store.runs().result(jobId);
    return kept.isPresent() ? kept.map(json::readTree) : soFar(jobId);
  }

  private Optional<JsonNode> soFar(String jobId) {
    Optional<JobRow> row = store.jobs().find(jobId);
    if (row.isEmpty()) {
      return Optional.empty();
    }
    String reason = board.snapshot(jobId).map(up -> up.job().reason()).orElse("");
    Optional<RunDocument> running =
        collector.look(jobId, sums -> RunDocuments.soFar(row.get(), sums, reason, version)).join();
    return Optional.of(
        json.valueToTree(
            running.orElseGet(
                () -> RunDocuments.soFar(row.get(), nothing(row.get()), reason, version))));
  }

  private static RunAggregate nothing(JobRow row) {
    RunPlan plan = RunPlan.of(row);
    Consumer<IntervalDocument> nobody = _ -> {};
    return new RunAggregate(plan.axis(), plan.operations(), plan.agents(), nobody);
  }
}
