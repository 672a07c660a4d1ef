package dev.broadside.jobs.sysbench04;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.jobs.sbtest.Operation;
import dev.broadside.testkit.JobTester;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RequestsTest {
  private final SplittableRandom random = new SplittableRandom(11);

  private static OltpSettings settings(String... parameters) {
    JobTester job = JobTester.of(new Sysbench04Oltp()).with("url", "jdbc:h2:mem:none");
    for (int i = 0; i < parameters.length; i += 2) {
      job.with(parameters[i], parameters[i + 1]);
    }
    assertEquals(List.of(), job.check());
    return new OltpSettings(job.values());
  }

  private Request draw(Requests requests) {
    Request request = new Request();
    requests.draw(request, random);
    return request;
  }

  private static String words(Request request) {
    return IntStream.range(0, request.size())
        .mapToObj(i -> request.query(i).name().toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(" "));
  }

  @Test
  void aComplexRequestHasItsQueriesInTheToolsOrder() {
    Request request = draw(settings().requests(0, 1));
    assertEquals(
        "begin "
            + "point_select ".repeat(10)
            + "simple_range sum_range order_range distinct_range"
            + " index_update non_index_update delete insert commit",
        words(request));
    assertEquals(request.id(17), request.id(18), "the deleted row is inserted again");
  }

  @Test
  void aReadOnlyRequestHasNoWrites() {
    Request request = draw(settings("oltp-read-only", "on").requests(0, 1));
    assertEquals(
        "begin "
            + "point_select ".repeat(10)
            + "simple_range sum_range order_range distinct_range commit",
        words(request));
  }

  @Test
  void everyCountIsAParameter() {
    Request request =
        draw(
            settings(
                    "oltp-point-selects", "0",
                    "oltp-simple-ranges", "2",
                    "oltp-sum-ranges", "0",
                    "oltp-order-ranges", "0",
                    "oltp-distinct-ranges", "3",
                    "oltp-index-updates", "2",
                    "oltp-non-index-updates", "0",
                    "oltp-skip-trx", "on",
                    "update-before-delete", "on")
                .requests(0, 1));
    assertEquals(
        "simple_range simple_range distinct_range distinct_range distinct_range"
            + " index_update index_update index_update delete insert",
        words(request));
    assertEquals(request.id(7), request.id(8), "the deleted row is updated first");
  }

  @Test
  void aRequestOfManyQueriesKeepsThemAll() {
    Request request = draw(settings("oltp-point-selects", "1000").requests(0, 1));
    assertEquals(1_010, request.size());
  }

  @Test
  void rangesEndWithinTheTable() {
    ComplexRequests.RangeStarts starts = new ComplexRequests.RangeStarts(10_000, 100);
    assertEquals(1, starts.clamp(1));
    assertEquals(9_900, starts.clamp(9_900));
    assertEquals(9_900, starts.clamp(9_901));
    assertEquals(9_900, starts.clamp(10_000));
    assertEquals(1, new ComplexRequests.RangeStarts(50, 100).clamp(37));
    assertEquals(9_999, RequestThread.lastOf(Operation.SIMPLE_RANGE, 9_900, 100));
    assertEquals(10_000, RequestThread.lastOf(Operation.DISTINCT_RANGE, 9_900, 100));
  }

  @Test
  void thinkTimesComeBeforeEveryQueryButBeginAndCommit() {
    Request request =
        draw(settings("oltp-user-delay-min", "200", "oltp-user-delay-max", "300").requests(0, 1));
    assertEquals(0, request.thinkMicros(0));
    assertEquals(0, request.thinkMicros(request.size() - 1));
    assertTrue(
        IntStream.range(1, request.size() - 1)
            .allMatch(i -> request.thinkMicros(i) >= 200 && request.thinkMicros(i) < 300));
    assertEquals(700, new ThinkTime(700, 0).draw(random));
  }

  @Test
  void reconnectsStandWhereTheToolHasThem() {
    Request query = draw(settings("oltp-reconnect-mode", "query").requests(0, 1));
    assertEquals(
        "begin "
            + "point_select reconnect ".repeat(10)
            + "simple_range reconnect sum_range reconnect order_range reconnect"
            + " distinct_range reconnect index_update reconnect non_index_update reconnect"
            + " delete insert commit",
        words(query));
    assertTrue(
        words(draw(settings("oltp-reconnect-mode", "transaction").requests(0, 1)))
            .endsWith("insert commit reconnect"));
    assertEquals(
        "point_select reconnect",
        words(
            draw(
                settings("oltp-test-mode", "simple", "oltp-reconnect-mode", "query")
                    .requests(0, 1))));
    assertEquals(
        "point_select",
        words(
            draw(
                settings("oltp-test-mode", "simple", "oltp-reconnect-mode", "transaction")
                    .requests(0, 1))));
  }

  @Test
  void theRandomReconnectModeIsEachOfTheOthersInTurnsOfChance() {
    Requests requests =
        settings("oltp-reconnect-mode", "random", "oltp-read-only", "on").requests(0, 1);
    int[] seen = new int[3];
    boolean keptBefore = true;
    for (int i = 0; i < 3_000; i++) {
      String words = words(draw(requests));
      boolean kept = !words.endsWith("reconnect") && !words.contains("select reconnect");
      assertEquals(keptBefore && !kept, words.startsWith("reconnect"), words);
      seen[kept ? 0 : words.endsWith("reconnect") ? 1 : 2]++;
      keptBefore = kept;
    }
    for (int times : seen) {
      assertEquals(1_000, times, 100);
    }
  }
}
