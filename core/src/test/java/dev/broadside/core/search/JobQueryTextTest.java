package dev.broadside.core.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.param.Parsed;
import dev.broadside.core.search.JobQuery.Figure;
import dev.broadside.core.search.JobQuery.Has;
import dev.broadside.core.search.JobQuery.Key;
import dev.broadside.core.search.JobQuery.Of;
import dev.broadside.core.search.JobQuery.Since;
import dev.broadside.core.search.JobQuery.Term;
import dev.broadside.core.search.JobQuery.Until;
import dev.broadside.core.search.JobQuery.Words;
import dev.broadside.core.threshold.Threshold.Sign;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JobQueryTextTest {
  private static final Instant NOW = Instant.parse("2026-11-23T12:00:00Z");

  private static List<Term> read(String text) {
    Parsed<JobQuery> read = JobQueryText.read(text, Of.JOB, NOW);
    return assertInstanceOf(Parsed.Value.class, read, () -> "" + read).value()
            instanceof JobQuery query
        ? query.terms()
        : List.of();
  }

  @Test
  void everyKindOfTermIsRead() {
    assertEquals(
        List.of(
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
            "Soak \"on DB 2\" tag:best folder:nightly/mysql class:igenoltp target:\"db1\" study:ladder"
                + " outcome:failed state:running since:2026-11-01 until:7d p99 > 20 ms"
                + " throughput<=1.5k/s error_rate>0.1%"));
    assertEquals(List.of(), read(" * "));
  }

  @Test
  void onlyJobsAreStepsOfAStudy() {
    Parsed<JobQuery> read = JobQueryText.read("study:ladder", Of.STUDY, NOW);
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
        "since:yesterday | query, character 1 | \"yesterday\" is no time",
        "since:2026-13-01 | query, character 1 | \"2026-13-01\" is no time",
        "p97>20ms | query, character 1 | \"p97\" is not kept of each job",
        "p99(pay)>20ms | query, character 1 | is not kept of each job",
        "my.figure>2 | query, character 1 | is not kept of each job",
        "p99>20/s | query, character 1 | the limit is in /s",
        "a p99> | query, character 3 | has no number as its limit; write it as p99>20ms.",
        "say\" | query, character 1 | quotation mark",
        "a errors=0 | query, character 3 | compare it by < <= > or >=, as in errors<=0%",
        "folder:/ | query, character 1 | folder has no value",
      })
  void whatCannotBeIsRefusedAtItsPlace(String text, String where, String what) {
    Parsed<JobQuery> read = JobQueryText.read(text, Of.JOB, NOW);
    String sentence =
        read instanceof Parsed.Wrong<JobQuery>(var problem) ? problem.sentence() : "" + read;
    assertTrue(sentence.contains(where) && sentence.contains(what), sentence);
  }

  @ParameterizedTest
  @ValueSource(strings = {"folder:nightly/mysql", "folder:/nightly/mysql", "folder:nightly/mysql/"})
  void aFolderIsMeantHoweverItsEndsAreWritten(String text) {
    assertEquals(
        new Parsed.Value<>(new JobQuery(List.of(new Has(Key.FOLDER, "nightly/mysql")))),
        JobQueryText.read(text, Of.JOB, NOW));
  }

  @Test
  void anEqualsSignInQuotesOrBehindAnotherWordIsAWord() {
    for (String text : List.of("\"errors=0\"", "rack=a")) {
      assertTrue(JobQueryText.read(text, Of.JOB, NOW) instanceof Parsed.Value<JobQuery>, text);
    }
  }
}
