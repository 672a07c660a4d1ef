package dev.broadside.server.results;

import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.time.Time;
import dev.broadside.core.verdict.AuditDocument;
import dev.broadside.core.verdict.ResultSeal;
import dev.broadside.server.archive.JobArchive;
import dev.broadside.server.archive.RefusedArchive;
import dev.broadside.server.feed.EventOrder;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.base.SecretBox;
import dev.broadside.server.store.row.JobRow;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A job's file checked by itself, without its server: that its records are those under its seal,
/// what the audit of these says, and whether its result says what they say.
///
/// @param seal of the file's result
/// @param audit made again from the records
/// @param differences what the result says otherwise than its records, each in one sentence
public record Recount(String job, ResultSeal seal, AuditDocument audit, List<String> differences) {
  private static final int MOST_DIFFERENCES = 100;

  /// The parts of a result that are made from its records.
  private static final List<String> COUNTED =
      List.of(
          "summary",
          "operations",
          "agents",
          "generator",
          "host",
          "audit",
          "errors",
          "distribution",
          "delivery",
          "figures");

  public Recount {
    differences = List.copyOf(differences);
  }

  /// Counts again.
  ///
  /// @param file as [JobArchive] writes it
  /// @param scratch an empty folder with room for the job
  /// @throws RefusedArchive if the file is not a job's file or is damaged, or its records do not
  ///   match its seal
  public static Recount of(InputStream file, Path scratch, Time time) throws RefusedArchive {
    try (ResultStore store = ResultStore.sqlite(scratch.resolve("job.db"), SecretBox.OPEN)) {
      return of(store, new JobArchive(store, new EventOrder(0, 0), "").read(file), time);
    }
  }

  private static Recount of(ResultStore store, String job, Time time) {
    JsonMapper json = Json.mapper();
    List<String> differences = new ArrayList<>();
    JobRow row = store.jobs.find(job).orElseThrow();
    JsonNode kept = json.readTree(store.runs.result(job).orElseThrow());
    ResultSeal seal = json.treeToValue(kept, RunDocument.class).seal().orElseThrow();
    FinalReport report =
        new FinalReport(
            store,
            new EventOrder(0, 0),
            time,
            "",
            (_, others) ->
                others.forEach(
                    other -> differences.add(differing("interval " + other.position()))));
    boolean amended = !seal.amendments().isEmpty();
    RunDocument again = report.again(row, amended);
    JsonNode counted = json.readTree(json.writeValueAsString(again));
    differences.addAll(
        0,
        COUNTED.stream()
            .filter(part -> !kept.path(part).equals(counted.path(part)))
            .map(Recount::differing)
            .toList());
    return new Recount(
        job, seal, again.audit(), differences.stream().limit(MOST_DIFFERENCES).toList());
  }

  private static String differing(String part) {
    return "the result's " + part + " is not what its records say";
  }
}
