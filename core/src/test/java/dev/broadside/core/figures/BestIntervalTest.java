package dev.broadside.core.figures;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.core.work.Figure;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class BestIntervalTest {
  private static final FigureDocument PLACED =
      of(Figure.count("placed", "orders", "Placed").in(Figure.HEADLINE));

  private final BestInterval best = new BestInterval();

  private static FigureDocument of(Figure figure) {
    OptionalDouble none = OptionalDouble.empty();
    return new FigureDocument(figure, none, none, none, none, none, Optional.empty());
  }

  private List<Double> shown(FigureDocument beside) {
    return best.beside(List.of(beside)).stream()
        .filter(one -> one.figure().equals(BestInterval.MAX_TPS))
        .map(one -> one.value().orElseThrow())
        .toList();
  }

  @Test
  void theHighestRateOfAFullIntervalStandsBesideTheHeadline() {
    best.add(10, 1, true);
    best.add(30, 1, true);
    best.add(500, 1, false);
    best.add(20, 1, true);
    assertEquals(List.of(30.0), shown(PLACED));
    assertEquals(List.of(), shown(of(Figure.count("other", "orders", "Other"))));
  }

  @Test
  void nothingIsSaidIfAnyIntervalWasRolledUp() {
    best.add(30, 1, true);
    best.add(20, 10, true);
    assertEquals(List.of(), shown(PLACED));
  }
}
