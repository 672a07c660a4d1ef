package dev.broadside.core.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.param.Parsed;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JobQueryTextTest {
  private static final Instant NOW = Instant.parse("2026-11-23T12:00:00Z");

  private static JobQuery read(String text) {
    Parsed<JobQuery> read = JobQueryText.read(text, WorkKind.JOB, NOW);
    return assertInstanceOf(
        JobQuery.class, assertInstanceOf(Parsed.Value.class, read, () -> text + read).value());
  }

  @Test
  void everyKindOfTermIsRead() {
    assertEquals(
        all(
            new Words("soak"),
            new Words("on db 2"),
            new Has(Key.TAG, "best"),
            new Has(Key.FOLDER, "nightly/mysql"),
            new Has(Key.CLASS, "igenoltp"),
            new Has(Key.TARGET, "db1"),
            new Has(Key.STUDY, "ladder"),
            new Has(Key.OUTCOME, "failed"),
            new Has(Key.STATE, "running"),
            new Since(Instant.parse("2026-11-01T00:00:00Z")),
            new Until(NOW.minus(Duration.ofDays(7))),
            new Figure("p99", Sign.ABOVE, 20),
            new Figure("throughput", Sign.AT_MOST, 1_500),
            new Figure("errors", Sign.ABOVE, 0.1)),
        read(
            "Soak \"on DB 2\" tag:best folder:nightly/mysql class:igenoltp target:\"db1\""
                + " study:ladder outcome:failed state:running since:2026-11-01 until:7d p99 > 20 ms"
                + " throughput<=1.5k/s errors>0.1%"));
    assertEquals(JobQuery.EVERYTHING, read(" * "));
    assertEquals(JobQuery.EVERYTHING, read("  "));
  }

  @Test
  void notBindsMoreCloselyThanAndWhichBindsMoreCloselyThanOr() {
    Has best = new Has(Key.TAG, "best");
    Has failed = new Has(Key.OUTCOME, "failed");
    Words soak = new Words("soak");
    assertEquals(
        new Any(List.of(all(new Not(best), soak), failed)),
        read("NOT tag:best soak OR outcome:failed"));
    assertEquals(read("soak tag:best"), read("soak AND (tag:best)"));
    assertEquals(
        all(soak, new Any(List.of(best, failed))), read("soak(tag:best OR outcome:failed)"));
    assertEquals(
        new Not(new Any(List.of(new Figure("p99", Sign.ABOVE, 20), best))),
        read("NOT(p99 > 20 ms OR tag:best)"));
    assertEquals(new Words("or"), read("\"OR\""));
    assertEquals(
        all(JobQuery.DELETED, new Any(List.of(best, failed))),
        read("(state:deleted) (tag:best OR outcome:failed)"));
  }

  /// Whatever blanks, brackets and AND it is written with.
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void everyQueryIsReadAsItWasPrinted(long seed) {
    RandomQueries queries = new RandomQueries(new Random(seed));
    for (int i = 0; i < 500; i++) {
      JobQuery query = queries.query(3);
      String text = queries.print(query);
      if (text.length() <= JobQueryText.LONGEST && RandomQueries.terms(query) <= 20) {
        assertEquals(query, read(text), text);
      }
    }
  }

  private static JobQuery all(JobQuery... parts) {
    return new All(List.of(parts));
  }

  @Test
  void onlyJobsAreStepsOfAStudy() {
    Parsed<JobQuery> read = JobQueryText.read("study:ladder", WorkKind.STUDY, NOW);
    String sentence =
        read instanceof Parsed.Wrong<JobQuery>(var problem) ? problem.sentence() : "" + read;
    assertTrue(sentence.contains("there is no key \"study\"; use one of tag, folder"), sentence);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "soak colour:red | query, character 6 | there is no key \"colour\"",
        "tag: | query, character 1 | tag has no value",
        "outcome:running | query, character 1 | \"running\" is no outcome",
        "since:yesterday | query, character 1 | \"yesterday\" is not a time",
        "since:2026-13-01 | query, character 1 | \"2026-13-01\" is not a time",
        "p97>20ms | query, character 1 | \"p97\" is not kept of each job",
        "p99(pay)>20ms | query, character 1 | is not kept of each job",
        "my.figure>2 | query, character 1 | is not kept of each job",
        "p99>20/s | query, character 1 | the limit is in /s",
        "a p99> | query, character 3 | has no number as its limit; write it as p99>20ms.",
        "say\" | query, character 1 | quotation mark",
        "a errors=0 | query, character 3 | compare a figure by < <= > or >=, as in errors<=0%",
        "folder:/ | query, character 1 | folder has no value",
        "a \"\" | query, character 3 | there is nothing in the quotes; write * for all",
        "a or b | query, character 3 | write OR in capitals, or put it in quotes to search for the"
            + " word.",
        "not a | query, character 1 | \"not\" looks like an operator but is not one; write NOT in",
        "a -b | query, character 3 | write NOT before a term",
        "-tag:best | query, character 1 | write NOT before a term",
        "!p99>20ms | query, character 1 | write NOT before a term",
        "'a || b' | query, character 3 | write OR between two terms",
        "'tag:a|tag:b' | query, character 1 | write OR between two terms",
        "a && b | query, character 3 | leave it out: all terms must hold",
        "soak* | query, character 1 | leave the * out: a word is found anywhere in a text",
        "tag:a,b | query, character 1 | separate terms by spaces, as in tag:a OR tag:b",
        "a, b | query, character 1 | separate terms by spaces",
        "state=running | query, character 1 | write it as state:VALUE",
        "tag!=a | query, character 1 | write it as NOT tag:VALUE",
        "p99 = 20ms | query, character 5 | put a figure before it, without a space",
        ">20ms | query, character 1 | put a figure before it",
        "OR a | query, character 1 | there is no term before \"OR\"; put a term there",
        "a OR | query, character 3 | there is no term after \"OR\"",
        "a AND AND b | query, character 3 | there is no term after \"AND\"",
        "a NOT | query, character 3 | there is no term after \"NOT\"",
        "a () b | query, character 3 | there is no term after \"(\"",
        "(a OR (b) | query, character 1 | a bracket is opened and not closed",
        "a) b | query, character 2 | a bracket is closed that was not opened",
        "a OR (b state:deleted) | query, character 3 | take state:deleted out of OR",
        "NOT state:deleted | query, character 1 | take state:deleted out of NOT",
      })
  void whatCannotBeIsRefusedAtItsPlace(String text, String where, String what) {
    Parsed<JobQuery> read = JobQueryText.read(text, WorkKind.JOB, NOW);
    String sentence =
        read instanceof Parsed.Wrong<JobQuery>(var problem) ? problem.sentence() : "" + read;
    assertTrue(sentence.contains(where) && sentence.contains(what), sentence);
  }

  @ParameterizedTest
  @ValueSource(strings = {"folder:nightly/mysql", "folder:/nightly/mysql", "folder:nightly/mysql/"})
  void aFolderIsMeantHoweverItsEndsAreWritten(String text) {
    assertEquals(new Has(Key.FOLDER, "nightly/mysql"), read(text));
  }

  @Test
  void anEqualsSignInQuotesOrBehindAnotherWordIsAWord() {
    for (String text : List.of("\"errors=0\"", "rack=a")) {
      assertTrue(
          JobQueryText.read(text, WorkKind.JOB, NOW) instanceof Parsed.Value<JobQuery>, text);
    }
  }
}
