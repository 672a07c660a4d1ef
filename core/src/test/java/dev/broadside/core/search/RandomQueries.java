package dev.broadside.core.search;

import dev.broadside.core.search.JobQuery.All;
import dev.broadside.core.search.JobQuery.Any;
import dev.broadside.core.search.JobQuery.Figure;
import dev.broadside.core.search.JobQuery.Has;
import dev.broadside.core.search.JobQuery.Key;
import dev.broadside.core.search.JobQuery.Not;
import dev.broadside.core.search.JobQuery.Since;
import dev.broadside.core.search.JobQuery.Until;
import dev.broadside.core.search.JobQuery.Words;
import dev.broadside.core.threshold.Threshold.Sign;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Queries of every form, from few values, so that each finds some jobs of the same values and
/// leaves others out; and the texts that mean them.
public final class RandomQueries {
  /// Of which words and ids of jobs are made; some mean something to LIKE, or to queries.
  public static final List<String> WORDS = List.of("soak", "50%", "a_b", "not (", "x!", "ärger");

  public static final List<String> TAGS = List.of("best", "release-7", "or");
  public static final List<String> FOLDERS = List.of("nightly", "nightly/mysql", "nightlyish");

  /// When the first of these jobs was submitted; the others, hours later.
  public static final Instant FIRST = Instant.parse("2031-03-01T12:00:00Z");

  private final Random random;

  public RandomQueries(Random random) {
    this.random = random;
  }

  /// @param depth how many brackets stand in each other at most
  public JobQuery query(int depth) {
    return depth == 0
        ? term()
        : switch (random.nextInt(5)) {
          case 0 -> new All(parts(depth));
          case 1 -> new Any(parts(depth));
          case 2 -> new Not(query(depth - 1));
          case 3 -> random.nextInt(5) == 0 ? JobQuery.EVERYTHING : term();
          default -> term();
        };
  }

  private List<JobQuery> parts(int depth) {
    return IntStream.range(0, 2 + random.nextInt(2)).mapToObj(_ -> query(depth - 1)).toList();
  }

  private JobQuery term() {
    return switch (random.nextInt(7)) {
      case 0 -> new Words(of(WORDS));
      case 1 -> new Has(Key.TAG, of(TAGS));
      case 2 -> new Has(Key.FOLDER, of(FOLDERS));
      case 3 -> new Has(Key.OUTCOME, of(List.of("cancelled", "failed")));
      case 4 -> new Since(FIRST.plus(Duration.ofHours(random.nextInt(10))));
      case 5 -> new Until(FIRST.plus(Duration.ofHours(random.nextInt(10))));
      default -> new Figure("p99", of(List.of(Sign.values())), random.nextInt(4));
    };
  }

  private <T> T of(List<T> some) {
    return some.get(random.nextInt(some.size()));
  }

  /// How many terms a query has.
  public static int terms(JobQuery query) {
    return switch (query) {
      case All(List<JobQuery> parts) -> parts.stream().mapToInt(RandomQueries::terms).sum();
      case Any(List<JobQuery> parts) -> parts.stream().mapToInt(RandomQueries::terms).sum();
      case Not(JobQuery part) -> terms(part);
      default -> 1;
    };
  }

  /// One of the texts that mean a query.
  public String print(JobQuery query) {
    return switch (query) {
      case All(List<JobQuery> parts) when parts.isEmpty() -> "*";
      case All(List<JobQuery> parts) -> {
        String between = random.nextBoolean() ? " " : "  AND ";
        yield parts.stream().map(part -> inside(part, false)).collect(Collectors.joining(between));
      }
      case Any(List<JobQuery> parts) ->
          parts.stream().map(part -> inside(part, true)).collect(Collectors.joining(" OR "));
      case Not(JobQuery part) -> "NOT " + inside(part, false);
      case Words(String text) -> '"' + text + '"';
      case Has(Key key, String value) -> key.word() + ":" + quoted(value);
      case Since(Instant at) -> "since:" + at;
      case Until(Instant at) -> "until:" + at;
      case Figure figure ->
          figure.id()
              + blank()
              + figure.sign().text()
              + blank()
              + (int) figure.limit()
              + (random.nextBoolean() ? "ms" : "");
    };
  }

  private String inside(JobQuery part, boolean ofAny) {
    boolean looser = part instanceof Any || (part instanceof All && !ofAny);
    return (looser && !part.equals(JobQuery.EVERYTHING)) || random.nextInt(5) == 0
        ? "(" + blank() + print(part) + blank() + ")"
        : print(part);
  }

  private String quoted(String value) {
    return random.nextBoolean() ? '"' + value + '"' : value;
  }

  private String blank() {
    return random.nextBoolean() ? "" : " ";
  }
}
