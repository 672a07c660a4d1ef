package dev.broadside.cli.term;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.core.figures.FigureDocument;
import dev.broadside.core.work.Figure;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class FoldedFiguresTest {
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
        FoldedFigures.lines(figures, Integer.MAX_VALUE));
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
        FoldedFigures.lines(figures, 32));
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

    assertEquals(
        "  delays      late 0 ms/s", FoldedFigures.lines(figures, Integer.MAX_VALUE).getLast());
  }

  @Test
  void whatNobodyKnowsIsNotTold() {
    FigureDocument up =
        new FigureDocument(Figure.UP, NONE, NONE, NONE, NONE, NONE, Optional.empty());

    assertEquals(List.of(), FoldedFigures.lines(List.of(up), Integer.MAX_VALUE));
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
