package dev.broadside.server.compare;

import dev.broadside.core.load.Counted;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.report.Mark;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.study.RunHistory;
import dev.broadside.server.collect.Marks;
import dev.broadside.server.feed.JobView;
import dev.broadside.server.jobs.JobReads;
import dev.broadside.server.results.Results;
import dev.broadside.server.results.UnreadableResultException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The runs of a definition over weeks. A run whose result cannot be read, such as one of another
/// version, is left out, and counted in the log once. Safe for use by several threads, which may
/// block on the store.
public final class Histories {
  private static final Logger LOG = LoggerFactory.getLogger(Histories.class);
  private static final int LONGEST = 200;

  private final JobReads reads;
  private final Results results;
  private final Marks marks;
  private final Set<String> unreadable = ConcurrentHashMap.newKeySet();

  public Histories(JobReads reads, Results results, Marks marks) {
    this.reads = reads;
    this.results = results;
    this.marks = marks;
  }

  /// The newest [RunHistory#MOST_RUNS] finished runs of a definition, given by its own name or by
  /// that of one of its jobs. Empty if there is neither.
  public Optional<RunHistory> of(String name) {
    List<JobView> runs = reads.runsOf(name, RunHistory.MOST_RUNS);
    if (!runs.isEmpty()) {
      return Optional.of(of(name, runs));
    }
    return reads
        .job(name)
        .map(job -> job.asked().definition())
        .map(definition -> of(definition, reads.runsOf(definition, RunHistory.MOST_RUNS)));
  }

  private RunHistory of(String definition, List<JobView> runs) {
    return read(definition, runs).history();
  }

  /// What can be read of the results of a definition's runs, oldest first.
  ///
  /// @param leftOut ids of those that cannot be read
  private record ReadRuns(String definition, List<RunDocument> documents, List<String> leftOut) {
    RunHistory history() {
      return RunHistory.of(definition, documents, leftOut);
    }

    ReadRuns without(String job) {
      return new ReadRuns(
          definition,
          documents.stream().filter(one -> !one.job().id().equals(job)).toList(),
          leftOut.stream().filter(one -> !one.equals(job)).toList());
    }
  }

  /// @param runs newest first
  private ReadRuns read(String definition, List<JobView> runs) {
    List<RunDocument> documents = new ArrayList<>();
    Map<String, String> unreadableNow = new LinkedHashMap<>();
    for (JobView run : runs.reversed()) {
      if (run.endedAt().isPresent() && run.startedAt().isPresent()) {
        try {
          results.summary(run.id()).ifPresent(documents::add);
        } catch (UnreadableResultException e) {
          unreadableNow.put(run.id(), e.why());
        }
      }
    }
    tellOnce(definition, unreadableNow);
    return new ReadRuns(definition, documents, List.copyOf(unreadableNow.keySet()));
  }

  /// One log line for all, since another version may have left hundreds.
  private void tellOnce(String definition, Map<String, String> causes) {
    List<String> news = causes.keySet().stream().filter(unreadable::add).toList();
    if (!news.isEmpty()) {
      String first = news.getFirst();
      LOG.warn(
          "results of {} cannot be read, and are left out of the history of definition {};"
              + " that of {}: {}",
          Counted.of(news.size(), "job"),
          definition,
          first,
          PlainText.line(causes.getOrDefault(first, ""), LONGEST));
    }
  }

  /// A change of a definition, as it was when it was found.
  ///
  /// @param job the run whose end has shown it
  /// @param endedAt when that was
  public record FoundChange(
      String job, String name, String definition, Instant endedAt, String sentence) {}

  /// The changes found among the newest jobs, newest first.
  public List<FoundChange> lately() {
    List<FoundChange> found = new ArrayList<>();
    marks
        .newestNotes(ChangeWatch.AUTHOR, JobReads.SHOWN_JOBS)
        .forEach((id, notes) ->
            reads
                .job(id)
                .filter(job -> job.endedAt().isPresent())
                .ifPresent(job -> notes.forEach(note -> found.add(found(job, note)))));
    return found;
  }

  private static FoundChange found(JobView job, Mark note) {
    return new FoundChange(
        job.id(), job.name(), job.asked().definition(), job.endedAt().orElseThrow(), note.text());
  }

  /// The changes that only the run that has just ended shows.
  public List<RunHistory.Change> newsOf(String job) {
    return reads
        .job(job)
        .map(run -> {
          List<JobView> runs =
              reads.runsOf(run.asked().definition(), RunHistory.MOST_RUNS).stream()
                  .filter(one -> !one.submittedAt().isAfter(run.submittedAt()))
                  .toList();
          ReadRuns read = read(run.asked().definition(), runs);
          return read.history().since(read.without(job).history());
        })
        .orElse(List.of());
  }
}
