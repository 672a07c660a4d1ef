package dev.broadside.server.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.job.Job;
import dev.broadside.core.job.JobEvent;
import dev.broadside.core.job.Settings;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.StatsDocument;
import dev.broadside.core.search.JobQuery;
import dev.broadside.core.search.JobQuery.All;
import dev.broadside.core.search.JobQuery.Any;
import dev.broadside.core.search.JobQuery.Figure;
import dev.broadside.core.search.JobQuery.Has;
import dev.broadside.core.search.JobQuery.Key;
import dev.broadside.core.search.JobQuery.Not;
import dev.broadside.core.search.JobQuery.Since;
import dev.broadside.core.search.JobQuery.Until;
import dev.broadside.core.search.JobQuery.Words;
import dev.broadside.core.search.RandomQueries;
import dev.broadside.core.stat.Tally;
import dev.broadside.server.store.row.Headline;
import dev.broadside.server.store.row.JobCode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import tools.jackson.databind.node.ObjectNode;

/// Jobs of random values in a store, and what a query means of them without SQL.
final class RandomJobs {
  private static final int JOBS = 60;
  private static final String PREFIX = "random-";

  private final ResultStore store;
  private final Random random;
  private final List<Kept> jobs;

  /// @param p99 of its result; empty where it has none
  private record Kept(
      String id,
      String title,
      List<String> tags,
      String folder,
      String state,
      boolean deleted,
      Instant at,
      Optional<Integer> p99) {}

  RandomJobs(ResultStore store, Random random) {
    this.store = store;
    this.random = random;
    this.jobs = IntStream.range(0, JOBS).mapToObj(this::added).toList();
  }

  void foundByRandomQueries(int number) {
    RandomQueries queries = new RandomQueries(random);
    for (int i = 0; i < number; i++) {
      JobQuery asked = queries.query(3);
      JobQuery query = random.nextInt(6) == 0 ? asked.and(JobQuery.DELETED) : asked;
      List<String> meant =
          jobs.reversed().stream()
              .filter(job -> job.deleted == query.ofDeleted() && holds(query, job))
              .map(Kept::id)
              .toList();
      List<String> found =
          store.jobs.ids(query, 10_000).stream().filter(id -> id.startsWith(PREFIX)).toList();
      assertEquals(meant, found, () -> queries.print(query));
    }
  }

  private static boolean holds(JobQuery query, Kept job) {
    return switch (query) {
      case All(List<JobQuery> parts) -> parts.stream().allMatch(part -> holds(part, job));
      case Any(List<JobQuery> parts) -> parts.stream().anyMatch(part -> holds(part, job));
      case Not(JobQuery part) -> !holds(part, job);
      case Words(String text) -> job.title.contains(text) || job.id.contains(text);
      case Since(Instant at) -> !job.at.isBefore(at);
      case Until(Instant at) -> job.at.isBefore(at);
      case Figure figure ->
          job.p99.isPresent()
              && switch (figure.sign()) {
                case BELOW -> job.p99.get() < figure.limit();
                case AT_MOST -> job.p99.get() <= figure.limit();
                case ABOVE -> job.p99.get() > figure.limit();
                case AT_LEAST -> job.p99.get() >= figure.limit();
              };
      case Has(Key key, String value) ->
          switch (key) {
            case TAG -> job.tags.contains(value);
            case FOLDER -> (job.folder + "/").startsWith(value + "/");
            case STATE, OUTCOME ->
                job.state.equals(value) || (job.deleted && value.equals("deleted"));
            case CLASS, TARGET, DEFINITION, STUDY -> throw new AssertionError(key);
          };
    };
  }

  private Kept added(int number) {
    Kept job =
        new Kept(
            PREFIX + number,
            String.join(" ", some(RandomQueries.WORDS)),
            some(RandomQueries.TAGS),
            random.nextInt(4) == 0 ? "" : one(RandomQueries.FOLDERS),
            one(List.of("pending", "cancelled", "failed")),
            random.nextInt(5) == 0,
            RandomQueries.FIRST.plus(Duration.ofMinutes(10 * number)),
            Optional.of(random.nextInt(4)).filter(_ -> random.nextInt(3) != 0));
    boolean over = !job.state.equals("pending");
    Settings filing = new Settings(Map.of("folder", job.folder, "tag", String.join(",", job.tags)));
    Job asked = Job.submitted(job.id, SpecBuilder.of("noop").settings(filing).build(), job.at);
    store.jobs.add(asked, new JobCode(job.title, List.of(), "pack@1"));
    JobEvent end =
        job.state.equals("failed")
            ? new JobEvent.Broke("no room", Optional.empty())
            : new JobEvent.CancelAsked("me");
    if (over) {
      store.jobs.save(asked.after(end, job.at), List.of());
      job.p99.ifPresent(p99 -> finish(job, p99));
    }
    boolean deleted = over && job.deleted && store.wholeJobs.delete(job.id, job.at);
    return new Kept(
        job.id,
        job.title,
        job.tags,
        job.folder,
        job.state,
        deleted,
        job.at,
        job.p99.filter(_ -> over));
  }

  private void finish(Kept job, int p99) {
    ObjectNode summary = Json.mapper().valueToTree(StatsDocument.ofTransactions(Tally.NONE, 1));
    summary.withObject("latencyMillis").put("count", 1).put("p99", p99);
    Headline headline =
        new Headline(
            1,
            Optional.empty(),
            "BALANCED",
            "OK",
            "",
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    String document = Json.mapper().writeValueAsString(Map.of("summary", summary));
    store.runs.finish(job.id, document, headline, 1, job.at);
  }

  private List<String> some(List<String> of) {
    return of.stream().filter(_ -> random.nextInt(3) == 0).toList();
  }

  private String one(List<String> of) {
    return of.get(random.nextInt(of.size()));
  }
}
