package dev.broadside.client.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.core.stat.FigureValue;
import dev.broadside.core.time.SystemTime;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.JobShare;
import dev.broadside.core.work.JobThread;
import dev.broadside.core.work.ThreadContext;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobGaugesTest {
  /// Tells what it has grown by since it was last asked, by 5 each time.
  private static final class Growing implements JobShare {
    private double before = Double.NaN;
    private double now = 5;

    @Override
    public JobThread openThread(ThreadContext context) {
      throw new UnsupportedOperationException();
    }

    @Override
    public double gauge(int figure) {
      double grown = now - before;
      before = now;
      now += 5;
      return grown;
    }
  }

  @Test
  void aGaugeThatTellsAGrowthKnowsItInTheFirstIntervalToo() throws InterruptedException {
    List<Figure> figures = List.of(Figure.mean("grown", "", "Grown"));
    try (FigureBook.Gauges gauges =
        new FigureBook.Gauges(new Growing(), figures, new SystemTime())) {
      gauges.begin();
      assertEquals(
          List.of(FigureValue.reading(5)), gauges.fill(List.of(FigureValue.UNKNOWN)).values());
    }
  }
}
