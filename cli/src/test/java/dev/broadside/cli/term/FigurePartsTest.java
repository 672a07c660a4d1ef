package dev.broadside.cli.term;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.cli.SampleRuns;
import dev.broadside.core.figures.FigureDocument;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.section.RunReport;
import dev.broadside.core.verdict.AuditDocument.Verdict;
import dev.broadside.core.work.Figure;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/// Figures under headings that have many, as a terminal shows them.
class FigurePartsTest {
  private static final OptionalDouble NONE = OptionalDouble.empty();

  @Test
  void eachDeviceOfAHostHasALineAndTheWholeOfItsSharesIsNotTold() {
    List<FigureDocument> figures =
        List.of(
            one(Figure.sum("reads", "", "reads").in("Host of db, disk sda"), 15, 2, NONE, NONE),
            one(
                Figure.sum("time", "ms", "latency").in("Host of db, disk sda").asShareOf("reads"),
                8,
                1,
                NONE,
                OptionalDouble.of(0.5)),
            one(
                Figure.sum("user", "ms", "user").in("Host of db, cpu").asShareOf("all"),
                8,
                1,
                OptionalDouble.of(0.25),
                NONE),
            one(Figure.sum("all", "ms", "all").in("Host of db, cpu"), 32, 4, NONE, NONE),
            one(Figure.sum("own", "", "own"), 1, 1, NONE, NONE));

    assertEquals(
        List.of(
            "",
            "Host of db",
            "  disk sda    reads 2/s, latency 0.5 ms",
            "  cpu         user 25.0 %"),
        lines(figures, Integer.MAX_VALUE));
  }

  @Test
  void devicesThatDidNothingShareALineAndNumbersHaveFourDigits() {
    List<FigureDocument> figures =
        List.of(
            one(Figure.sum("reads", "", "reads").in("Host of db, disk sda"), 0, 0, NONE, NONE),
            one(
                Figure.sum("used", "MiB", "used").in("Host of db, memory"),
                1,
                7_823.504,
                NONE,
                OptionalDouble.of(7_823.504)),
            one(Figure.sum("sent", "B", "sent").in("Host of db, net eth0"), 0, 0, NONE, NONE),
            one(Figure.sum("sent", "B", "sent").in("Host of db, net lo"), 7, 105.118, NONE, NONE),
            one(Figure.sum("got", "B", "got").in("Host of db, net lo"), 7, 21.5, NONE, NONE));

    assertEquals(
        List.of(
            "",
            "Host of db",
            "  memory      used 7,824 MiB/s",
            "  net lo      sent 105.1 B/s,",
            "              got 21.5 B/s",
            "  always 0    disk sda, net eth0"),
        lines(figures, 32));
  }

  /// It was `in flight 0. ms`.
  @Test
  void whatIsAlmostNothingIsPlainNothing() {
    List<FigureDocument> figures =
        List.of(
            one(
                Figure.sum("late", "ms", "late").in("Host of db, delays"),
                1,
                0.00004,
                NONE,
                OptionalDouble.of(0.00004)));

    assertEquals("  delays      late 0 ms/s", lines(figures, Integer.MAX_VALUE).getLast());
  }

  @Test
  void whatNobodyKnowsIsNotTold() {
    FigureDocument up =
        new FigureDocument(Figure.UP, NONE, NONE, NONE, NONE, NONE, Optional.empty());

    assertEquals(List.of(), lines(List.of(up), Integer.MAX_VALUE));
  }

  /// What stands in a result because of these figures.
  private static List<String> lines(List<FigureDocument> figures, int width) {
    RunDocument run = SampleRuns.run("completed", Verdict.BALANCED);
    ObjectNode document = Json.mapper().valueToTree(run);
    document.set("figures", Json.mapper().valueToTree(figures));
    Terminal terminal = new Terminal(false, false, width);
    List<String> without = TextReport.of(RunReport.of(run, ""), terminal);
    List<String> with =
        TextReport.of(
            RunReport.of(Json.mapper().treeToValue(document, RunDocument.class), ""), terminal);
    List<String> heading = with.stream().filter(line -> line.startsWith("Host of")).toList();
    if (heading.isEmpty()) {
      assertEquals(without, with);
      return List.of();
    }
    int from = with.indexOf(heading.getFirst()) - 1;
    int end = from + 1;
    while (end < with.size() && !with.get(end).isEmpty()) {
      end++;
    }
    return with.subList(from, end);
  }

  private static FigureDocument one(
      Figure figure, double total, double perSecond, OptionalDouble share, OptionalDouble value) {
    return new FigureDocument(
        figure,
        OptionalDouble.of(total),
        OptionalDouble.of(perSecond),
        NONE,
        share,
        value,
        Optional.empty());
  }
}
