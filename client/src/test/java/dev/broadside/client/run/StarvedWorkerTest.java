package dev.broadside.client.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.client.pack.PackException;
import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.job.StepProgress;
import dev.broadside.core.load.LoadModel;
import dev.broadside.core.load.Phase;
import dev.broadside.core.load.Think;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.RunHead;
import dev.broadside.core.time.SystemTime;
import dev.broadside.core.verdict.GeneratorVerdict.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A worker that is left next to no processor time is told from a slow target.
@Tag("nightly")
class StarvedWorkerTest {
  /// Warm-up of the virtual machine.
  private static final int BEFORE = 9;

  private static final int STARVED = 20;

  @TempDir static Path folder;
  private static ScriptedPack pack;

  @BeforeAll
  static void buildPack() throws IOException, PackException {
    pack = ScriptedPack.in(folder);
  }

  @BeforeEach
  void whereItCanBeStarved() {
    Starvation.assumePossible();
  }

  @Test
  void nearlyEveryStarvedIntervalOfAClosedLoadIsFlagged() throws Exception {
    assertFlagged(new LoadModel.Closed(4, new Think.None()));
  }

  @Test
  void nearlyEveryStarvedIntervalOfAnOpenLoadIsFlagged() throws Exception {
    assertFlagged(SpecBuilder.open(4, 500));
  }

  private static void assertFlagged(LoadModel load) throws Exception {
    Hunger hunger = new Hunger();
    RunDocument run =
        assertInstanceOf(LocalRun.Result.Ran.class, hunger.execute(order(load))).document();

    List<IntervalDocument> starved = hunger.starved;
    assertEquals(STARVED, starved.size());
    long flagged = starved.stream().filter(interval -> !interval.limited().isEmpty()).count();
    System.out.println(
        "starved, " + load.words() + ": flagged " + flagged + " of " + STARVED + " intervals");
    assertTrue(flagged >= STARVED - 1, () -> describe(starved));
    assertEquals(Verdict.LIMITED, run.generator().verdict());
    assertEquals("generator", run.diagnoses().getFirst().id());
  }

  private static String describe(List<IntervalDocument> intervals) {
    return String.join(
        "\n",
        intervals.stream()
            .map(i -> i.index() + " " + i.limitedBy() + " " + i.generator())
            .toList());
  }

  /// Starves the run's worker after [#BEFORE] intervals, and ends the run when [#STARVED] intervals
  /// are over that began hungry. Those in which hunger began are left out: on a busy machine it
  /// takes more than one to bind a process to its core.
  private static final class Hunger implements LocalRun.Listener {
    private final List<IntervalDocument> starved = new ArrayList<>();
    private final List<Starvation> starving = new ArrayList<>();
    private Optional<LocalRun> run = Optional.empty();
    private Instant began = Instant.MAX;
    private Instant hungry = Instant.MAX;
    private int before;
    private long worker;

    LocalRun.Result execute(LocalOrder order) throws Exception {
      run = Optional.of(new LocalRun(order, this, new SystemTime()));
      try {
        return run.get().execute();
      } finally {
        feed();
      }
    }

    @Override
    public void begins(RunHead head) {
      began = Instant.parse(head.job().startedAt());
    }

    @Override
    public void interval(IntervalDocument interval) {
      Instant start = began.plusNanos((long) (interval.startMillis() * 1_000_000));
      if (++before == BEFORE) {
        starve();
      } else if (!start.isBefore(hungry) && starved.size() < STARVED) {
        starved.add(interval);
        if (starved.size() == STARVED) {
          feed();
          run.ifPresent(LocalRun::stop);
        }
      }
    }

    private void starve() {
      try {
        starving.add(Starvation.of(worker));
        hungry = Instant.now();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    private void feed() {
      starving.forEach(Starvation::close);
      starving.clear();
    }

    @Override
    public void step(String words) {}

    /// The job class tells which process it is in, before any interval.
    @Override
    public void progress(StepProgress at, Duration age) {
      if (!at.detail().isEmpty()) {
        worker = Long.parseLong(at.detail());
      }
    }

    @Override
    public void line(String line) {}
  }

  /// On a busy machine a starved worker is minutes behind with its intervals, and what it tells of
  /// them is how its load threads fare when it gets to telling: they must not have ended by then.
  private static LocalOrder order(LoadModel load) {
    Phase phase = SpecBuilder.measure(Duration.ofMinutes(10), load);
    return pack.order(pack.spec("tells-pid").phases(phase).build());
  }
}
