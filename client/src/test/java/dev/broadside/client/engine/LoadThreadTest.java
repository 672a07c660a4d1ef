package dev.broadside.client.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.client.arrivals.Course;
import dev.broadside.client.arrivals.JumpingTime;
import dev.broadside.client.arrivals.ReplayableRandom;
import dev.broadside.client.arrivals.Runs;
import dev.broadside.client.arrivals.Stages;
import dev.broadside.client.arrivals.Starts;
import dev.broadside.client.arrivals.ThreadClock;
import dev.broadside.core.load.RunAxis;
import dev.broadside.core.load.Think;
import dev.broadside.core.recorder.CounterFile;
import dev.broadside.core.recorder.IntervalCounts;
import dev.broadside.core.recorder.LostConnections;
import dev.broadside.core.recorder.Recorder;
import dev.broadside.core.recorder.ThreadRecorder;
import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.ErrorSample;
import dev.broadside.core.stat.FigureRow;
import dev.broadside.core.stat.FigureValue;
import dev.broadside.core.stat.OperationCounts;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.TestCounts;
import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Failure.Retry;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.Iteration;
import dev.broadside.core.work.JobThread;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadThreadTest {
  private static final long SECOND = 1_000_000_000;
  private static final RunAxis AXIS =
      RunAxis.of(
          List.of(Runs.seconds(3_600, Runs.closed(1, new Think.None()))), Duration.ofHours(1));

  private static final Stages STAGES =
      Runs.alone(Runs.seconds(3_600, Runs.closed(1, new Think.None())));

  private static final int SOLD = 0;
  private static final int TRIED = 1;
  private static final int TOOK = 2;
  private static final int QUEUE = 3;
  private static final List<Figure> FIGURES =
      List.of(
          Figure.count("sold", "tickets", "Tickets sold"),
          Figure.count("tried", "tickets", "Tickets tried").ofEveryAttempt(),
          Figure.duration("took", "Looking for a seat"),
          Figure.last("queue", "people", "Waiting"));

  @TempDir Path folder;
  private final JumpingTime time = new JumpingTime();
  private final ThreadClock clock =
      new ThreadClock(Course.of(STAGES, 1), time, 0, 0, AXIS.endNanos());
  private final ReplayableRandom random = new ReplayableRandom(1, 0);
  private CounterFile counters;
  private Recorder recorder;

  @BeforeEach
  void start() throws IOException {
    counters = CounterFile.create(folder.resolve("counters"), 2, 1, 2, FIGURES);
    recorder = new Recorder(AXIS, false, counters, time);
    recorder.start(0);
  }

  @AfterEach
  void close() {
    counters.close();
  }

  private static final class Scripted extends Exception {
    private static final long serialVersionUID = 1;
    private final transient Failure failure;

    Scripted(ErrorClass errorClass, Retry retry) {
      this(new Failure(errorClass, 0, "", "scripted", retry));
    }

    Scripted(Failure failure) {
      super("scripted");
      this.failure = failure;
    }
  }

  /// One iteration's work; stops the run after the last.
  private interface Work {
    void iterate(Iteration iteration) throws Exception;
  }

  /// What is due between two iterations.
  private interface Between {
    boolean due(Iteration apart) throws Exception;
  }

  private final List<Failure> resets = new ArrayList<>();
  private Between between = _ -> false;
  private int failingResets;
  private Function<Exception, Failure> classifier =
      failure -> failure instanceof Scripted scripted ? scripted.failure : Failure.other(failure);

  private IntervalCounts run(Work... iterations) throws InterruptedException {
    JobThread job =
        new JobThread() {
          private int next;

          @Override
          public void iterate(Iteration iteration) throws Exception {
            int now = iteration.attempt() == 0 ? next++ : next - 1;
            if (now >= iterations.length) {
              clock.stop();
              return;
            }
            iterations[now].iterate(iteration);
          }

          @Override
          public boolean between(Iteration apart) throws Exception {
            return between.due(apart);
          }

          @Override
          public Failure classify(Exception failure) {
            return classifier.apply(failure);
          }

          @Override
          public void reset(Failure failure) throws Exception {
            resets.add(failure);
            if (failingResets-- > 0) {
              throw new Scripted(ErrorClass.CONNECTION_LOST, Retry.NEVER);
            }
          }
        };
    LoadIteration iteration =
        new LoadIteration(
            recorder.thread(0),
            random,
            List.of("read", "write"),
            recorder.figures(),
            Runs.values(),
            time);
    ReplayableRandom jitter = new ReplayableRandom(1, 99);
    new LoadThread(job, iteration, recorder.thread(0), random, jitter, clock, Long.MAX_VALUE)
        .run(new Starts.Closed(0, jitter, clock));
    return recorder.seal(0);
  }

  /// Without the last iteration, which only ends the run.
  private static OutcomeCounts counts(IntervalCounts sealed) {
    OutcomeCounts last = TestCounts.of(1, 1, Map.of(), 0, 0, 0, Map.of(), 0, 0, Map.of());
    return sealed.tally().transactions().counts().minus(last);
  }

  @Test
  void aRepetitionWithTheSameInputDrawsTheSameNumbers() throws InterruptedException {
    List<Long> draws = new ArrayList<>();
    List<Integer> attempts = new ArrayList<>();

    IntervalCounts sealed =
        run(
            iteration -> {
              draws.add(iteration.random().nextLong());
              attempts.add(iteration.attempt());
              if (iteration.attempt() < 3) {
                throw new Scripted(ErrorClass.DEADLOCK, Retry.SAME_INPUT);
              }
            },
            iteration -> draws.add(iteration.random().nextLong()));

    assertEquals(List.of(0, 1, 2, 3), attempts);
    assertEquals(1, draws.subList(0, 4).stream().distinct().count());
    assertTrue(!draws.get(4).equals(draws.get(0)));
    assertEquals(
        TestCounts.of(2, 2, Map.of(), 0, 3, 0, Map.of(), 0, 0, Map.of(3, 1L)), counts(sealed));
  }

  @Test
  void aPauseIsWaitedBeforeTheNextIterationAndIsNoPartOfAnyTime() throws InterruptedException {
    IntervalCounts sealed =
        run(
            iteration -> iteration.pauseAfter(30 * SECOND),
            _ -> assertEquals(30 * SECOND, time.nanos()),
            iteration -> iteration.pauseAfter(-1),
            _ -> assertEquals(30 * SECOND, time.nanos()));

    assertEquals(
        TestCounts.of(4, 3, Map.of(ErrorClass.JOB_CODE, 1L), 0, 0, 0, Map.of(), 0, 0, Map.of()),
        counts(sealed));
    assertEquals(0, sealed.tally().transactions().service().maxNanos());
  }

  /// What an attempt adds counts once, when the iteration ends well; of a figure that says so,
  /// whatever came of the attempt.
  @Test
  void figuresCountOnceHoweverOftenAnIterationWasRepeated()
      throws InterruptedException, IOException {
    IntervalCounts sealed =
        run(
            iteration -> {
              iteration.add(SOLD, 2);
              iteration.add(SOLD, 1);
              iteration.add(TRIED, 3);
              iteration.add(TOOK, 5_000_000);
              if (iteration.attempt() < 3) {
                throw new Scripted(ErrorClass.DEADLOCK, Retry.SAME_INPUT);
              }
              iteration.add(TOOK, 7_000_000);
            },
            iteration -> {
              iteration.add(SOLD, 100);
              iteration.add(TRIED, 100);
              iteration.add(TOOK, 9_000_000);
              throw new Scripted(ErrorClass.CONSTRAINT, Retry.NEVER);
            },
            iteration -> {
              iteration.add(SOLD, 1_000);
              iteration.add(TRIED, 1_000);
              iteration.committing();
              throw new Scripted(ErrorClass.CONNECTION_LOST, Retry.NEVER);
            },
            iteration -> {
              iteration.add(SOLD, 10);
              iteration.rolledBack();
            });

    List<FigureValue> values = sealed.figures();
    assertEquals(new FigureValue.Amount(13), values.get(SOLD));
    assertEquals(new FigureValue.Amount(4 * 3 + 100 + 1_000), values.get(TRIED));
    FigureValue.Values took = assertInstanceOf(FigureValue.Values.class, values.get(TOOK));
    assertEquals(2, took.distribution().count());
    assertEquals(12_000_000, took.distribution().sumNanos());
    assertEquals(FigureValue.UNKNOWN, values.get(QUEUE));

    FigureRow left = CounterFile.readDead(folder.resolve("counters"), -1).figures();
    assertEquals(FIGURES, left.declared());
    assertEquals(List.of(13L, 1_112L, 0L, 0L), left.cumulative());
    FigureValue.Values unsealed =
        assertInstanceOf(FigureValue.Values.class, left.values().get(TOOK));
    assertEquals(took.distribution().count(), unsealed.distribution().count());
  }

  @Test
  void nothingIsAddedToAGaugeNorLessThanNothingToACount() throws InterruptedException {
    IntervalCounts sealed =
        run(
            iteration -> iteration.add(QUEUE, 1),
            iteration -> iteration.add(SOLD, -1),
            iteration -> iteration.add(FIGURES.size(), 1),
            iteration -> {
              for (int i = 0; i < 5_000; i++) {
                iteration.add(TOOK, i);
              }
            });

    assertEquals(Map.of(ErrorClass.JOB_CODE, 4L), counts(sealed).failedBy());
    assertEquals(new FigureValue.Amount(0), sealed.figures().get(SOLD));
    assertEquals(new FigureValue.Values(Distribution.EMPTY), sealed.figures().get(TOOK));
  }

  @Test
  void aRepetitionWithNewInputDrawsOthers() throws InterruptedException {
    List<Long> draws = new ArrayList<>();

    run(iteration -> {
      draws.add(iteration.random().nextLong());
      if (iteration.attempt() < 2) {
        throw new Scripted(ErrorClass.DEADLOCK, Retry.NEW_INPUT);
      }
    });

    assertEquals(3, draws.stream().distinct().count());
  }

  @Test
  void repetitionsAreBoundedAndTheLastFailureCounts() throws InterruptedException {
    IntervalCounts sealed =
        run(_ -> {
          throw new Scripted(ErrorClass.SERIALIZATION, Retry.SAME_INPUT);
        });

    assertEquals(
        TestCounts.of(
            1, 0, Map.of(ErrorClass.SERIALIZATION, 1L), 0, 9, 0, Map.of(), 0, 0, Map.of()),
        counts(sealed));
    assertEquals(10, sealed.errors().stream().mapToLong(ErrorSample::count).sum());
    assertEquals(10, resets.size());
  }

  @Test
  void aLostAnswerToACommitIsUncertainAndNeverRepeated() throws InterruptedException {
    IntervalCounts sealed =
        run(
            iteration -> {
              iteration.committing();
              throw new Scripted(ErrorClass.CONNECTION_LOST, Retry.SAME_INPUT);
            },
            iteration -> {
              iteration.committing();
              throw new IOException("nobody knows");
            });

    assertEquals(TestCounts.of(2, 0, Map.of(), 2, 0, 0, Map.of(), 0, 0, Map.of()), counts(sealed));
  }

  @Test
  void whatIsDoneBetweenIterationsIsAnOperationAndNoPartOfAnyIteration()
      throws InterruptedException, IOException {
    between =
        apart -> {
          apart.begin(1);
          time.pass(SECOND);
          apart.end();
          return true;
        };
    IntervalCounts sealed =
        run(
            _ -> time.pass(1_000),
            _ -> {
              throw new Scripted(ErrorClass.CONSTRAINT, Retry.NEVER);
            });

    assertEquals(
        TestCounts.of(2, 1, Map.of(ErrorClass.CONSTRAINT, 1L), 0, 0, 0, Map.of(), 0, 0, Map.of()),
        counts(sealed));
    OperationCounts counted = new OperationCounts(2, 0, 2, 0, 0, 0);
    assertEquals(counted, sealed.tally().operationCounts().get(1));
    assertEquals(counted, CounterFile.readDead(folder.resolve("counters"), -1).operations().get(1));
    assertTrue(sealed.tally().transactions().service().maxNanos() < SECOND);
    assertTrue(sealed.tally().operation(1).service().maxNanos() >= SECOND);
    assertTrue(sealed.slowest().stream().allMatch(one -> one.operations() == 0));
  }

  @Test
  void whatFailsBetweenIterationsIsNotedAndMendedBeforeTheNextOne() throws InterruptedException {
    between =
        apart -> {
          apart.begin(1);
          between = _ -> false;
          throw new Scripted(ErrorClass.CONNECTION_LOST, Retry.NEVER);
        };
    failingResets = 1;
    IntervalCounts sealed = run(_ -> {}, _ -> assertEquals(2, resets.size()));

    assertEquals(TestCounts.of(2, 2, Map.of(), 0, 0, 0, Map.of(), 0, 0, Map.of()), counts(sealed));
    assertEquals(new OperationCounts(0, 1, 0, 0, 0, 0), sealed.tally().operationCounts().get(1));
    assertEquals(2, sealed.errors().stream().mapToLong(ErrorSample::count).sum());
  }

  @Test
  void whatWasCommittedBeforeAFailureTookEffectAndTheRestDidNot()
      throws InterruptedException, IOException {
    IntervalCounts sealed =
        run(
            iteration -> {
              iteration.begin(0);
              iteration.end();
              iteration.committing();
              iteration.committed();
              iteration.begin(0);
              iteration.end();
              throw new Scripted(ErrorClass.CONNECTION_LOST, Retry.NEVER);
            },
            iteration -> {
              iteration.begin(0);
              iteration.end();
              iteration.committed();
              iteration.begin(0);
              iteration.end();
              iteration.committing();
              throw new Scripted(ErrorClass.CONNECTION_LOST, Retry.NEVER);
            });

    assertEquals(
        TestCounts.of(
            2, 0, Map.of(ErrorClass.CONNECTION_LOST, 1L), 1, 0, 0, Map.of(), 0, 0, Map.of()),
        counts(sealed));
    OperationCounts counted = new OperationCounts(4, 0, 2, 1, 0, 0);
    assertEquals(counted, sealed.tally().operationCounts().getFirst());
    assertEquals(
        counted, CounterFile.readDead(folder.resolve("counters"), -1).operations().getFirst());
  }

  @Test
  void aCommitThatTheDatabaseRefusesHasFailed() throws InterruptedException {
    IntervalCounts sealed =
        run(
            iteration -> {
              iteration.committing();
              throw new Scripted(ErrorClass.CONSTRAINT, Retry.NEVER);
            },
            _ -> {
              throw new Scripted(ErrorClass.CONNECTION_LOST, Retry.NEVER);
            });

    assertEquals(
        TestCounts.of(
            2,
            0,
            Map.of(ErrorClass.CONSTRAINT, 1L, ErrorClass.CONNECTION_LOST, 1L),
            0,
            0,
            0,
            Map.of(),
            0,
            0,
            Map.of()),
        counts(sealed));
  }

  @Test
  void aTimeoutThatTheDatabaseAnswersHasFailedAndOneWithoutAnswerIsUncertain()
      throws InterruptedException {
    Failure answered = new Failure(ErrorClass.TIMEOUT, 1969, "70100", "too long", Retry.NEVER);
    IntervalCounts sealed =
        run(
            iteration -> {
              iteration.committing();
              throw new Scripted(answered);
            },
            iteration -> {
              iteration.committing();
              throw new Scripted(ErrorClass.TIMEOUT, Retry.NEVER);
            });

    assertEquals(
        TestCounts.of(2, 0, Map.of(ErrorClass.TIMEOUT, 1L), 1, 0, 0, Map.of(), 0, 0, Map.of()),
        counts(sealed));
  }

  @Test
  void aRepetitionThatTheStopCutsShortIsCancelledAndItsFailureIsKept() throws InterruptedException {
    IntervalCounts sealed =
        run(
            _ -> {},
            _ -> {
              clock.stop();
              throw new Scripted(ErrorClass.DEADLOCK, Retry.SAME_INPUT);
            });

    OutcomeCounts counts = sealed.tally().transactions().counts();
    assertEquals(
        TestCounts.of(2, 1, Map.of(ErrorClass.CANCELLED, 1L), 0, 0, 0, Map.of(), 0, 0, Map.of()),
        counts);
    assertEquals(
        List.of(ErrorClass.DEADLOCK, ErrorClass.CANCELLED),
        sealed.errors().stream().map(ErrorSample::errorClass).toList());
    assertEquals(1, resets.size());
  }

  @Test
  void aRepetitionThatThePlannedEndCutsShortIsCancelledAndItsThreadMadeReady()
      throws InterruptedException {
    List<Integer> attempts = new ArrayList<>();

    run(iteration -> {
      attempts.add(iteration.attempt());
      time.sleepUntil(AXIS.endNanos() + attempts.size() * SECOND);
      throw new Scripted(ErrorClass.LOCK_WAIT, Retry.SAME_INPUT);
    });

    assertEquals(List.of(0), attempts);
    assertEquals(
        Map.of(ErrorClass.CANCELLED, 1L),
        recorder.seal(1).tally().transactions().counts().failedBy());
    assertEquals(1, resets.size());
  }

  @Test
  void noConnectionIsMadeAfterThePlannedEnd() throws InterruptedException {
    run(_ -> {
      time.sleepUntil(AXIS.endNanos() - 1);
      throw new Scripted(ErrorClass.CONNECTION_LOST, Retry.SAME_INPUT);
    });

    assertEquals(List.of(), resets);
    assertEquals(AXIS.endNanos(), time.nanos());
  }

  @Test
  void rowsAndRollbacksCountOnlyWhereTheIterationEndsWell() throws InterruptedException {
    IntervalCounts sealed =
        run(
            iteration -> {
              iteration.rowsRead(2);
              iteration.rowsWritten(3);
              iteration.rolledBack();
            },
            iteration -> {
              iteration.rowsRead(5);
              throw new Scripted(ErrorClass.OTHER, Retry.NEVER);
            });

    assertEquals(
        TestCounts.of(2, 1, Map.of(ErrorClass.OTHER, 1L), 0, 0, 1, Map.of(), 2, 3, Map.of()),
        counts(sealed));
  }

  @Test
  void newConnectionsArePacedUntilOneIsMade() throws InterruptedException {
    failingResets = 5;

    IntervalCounts sealed =
        run(
            _ -> {
              throw new Scripted(ErrorClass.CONNECTION_LOST, Retry.NEVER);
            },
            Iteration::rolledBack);

    assertEquals(6, resets.size());
    LostConnections.Look look = recorder.connections().look(time.nanos());
    assertEquals(6, look.attempts());
    assertTrue(look.waitedNanos() >= (50 + 100 + 200 + 400 + 800 + 1_600) / 2 * SECOND / 1_000);
    time.sleepUntil(time.nanos() + SECOND);
    assertEquals(0, recorder.connections().look(time.nanos()).waitedNanos());
    assertTrue(time.nanos() >= (50 + 100 + 200 + 400 + 800 + 1_600) / 2 * SECOND / 1_000);
    assertEquals(1, counts(sealed).failed());
    assertEquals(6, sealed.errors().getFirst().count());
    assertEquals(1, counts(sealed).ok());
  }

  @Test
  void aJobClassThatBreaksTheContractFailsItsIteration() throws InterruptedException {
    IntervalCounts sealed =
        run(
            iteration -> iteration.begin(0),
            Iteration::end,
            iteration -> iteration.begin(7),
            _ -> {
              throw new StackOverflowError();
            });

    assertEquals(
        TestCounts.of(4, 0, Map.of(ErrorClass.JOB_CODE, 4L), 0, 0, 0, Map.of(), 0, 0, Map.of()),
        counts(sealed));
    assertEquals(1, sealed.tally().operation(0).failed());
  }

  private static final Work FAILS =
      _ -> {
        throw new Scripted(ErrorClass.OTHER, Retry.NEVER);
      };

  @Test
  void whereNothingEndsWellAThreadFailsAboutOncePerSecondAndNoFaster() throws InterruptedException {
    List<Long> begun = new ArrayList<>();
    Work failing =
        iteration -> {
          begun.add(time.nanos());
          FAILS.iterate(iteration);
        };
    List<Work> works = new ArrayList<>(Collections.nCopies(40, failing));
    works.add(_ -> {});
    works.addAll(Collections.nCopies(LoadThread.FAILURES_IN_A_ROW, failing));

    IntervalCounts sealed = run(works.toArray(Work[]::new));

    assertEquals(Map.of(ErrorClass.OTHER, 50L), counts(sealed).failedBy());
    assertEquals(0, begun.get(LoadThread.FAILURES_IN_A_ROW));
    for (int i = 30; i < 40; i++) {
      long pause = begun.get(i) - begun.get(i - 1);
      assertTrue(pause >= SECOND / 2 && pause <= SECOND, () -> pause + " ns");
    }
    assertEquals(begun.get(40), begun.get(49), "after a success failures are free again");
  }

  @Test
  void failuresAreNotSlowedDownWhileAnotherThreadOfTheShareSucceeds() throws InterruptedException {
    Work failing =
        iteration -> {
          long start = recorder.thread(1).begin(ThreadRecorder.AT_ONCE);
          recorder.thread(1).ok(start, start, start, 0, 0, false);
          FAILS.iterate(iteration);
        };

    run(Collections.nCopies(100, failing).toArray(Work[]::new));

    assertEquals(0, time.nanos());
  }

  @Test
  void aDriverThatFailedIsLeftForANewConnectionAndPaced() throws InterruptedException {
    IntervalCounts sealed =
        run(_ -> {
          throw new Scripted(ErrorClass.DRIVER, Retry.NEVER);
        });

    assertEquals(Map.of(ErrorClass.DRIVER, 1L), counts(sealed).failedBy());
    assertEquals(ErrorClass.DRIVER, resets.getFirst().errorClass());
    assertTrue(time.nanos() > 0);
  }

  @Test
  void aJobClassThatCannotClassifyFailsItsIterationAndTheThreadGoesOn()
      throws InterruptedException {
    List<Function<Exception, Failure>> broken =
        List.of(
            _ -> {
              throw new StackOverflowError();
            },
            _ -> {
              throw new NoClassDefFoundError("Lost");
            },
            _ -> null);
    List<Work> works = new ArrayList<>();
    for (Function<Exception, Failure> one : broken) {
      works.add(_ -> {
        classifier = one;
        throw new IOException("whatever");
      });
    }

    IntervalCounts sealed = run(works.toArray(Work[]::new));

    assertEquals(Map.of(ErrorClass.JOB_CODE, 3L), counts(sealed).failedBy());
    assertEquals(3, counts(sealed).begun());
    assertEquals(3, sealed.errors().getFirst().count());
    assertEquals(3, resets.size());
  }

  /// The statement whose answer was lost may have been carried out, so it has not failed.
  @Test
  void anOperationWhoseAnswerWasLostIsAsUncertainAsItsIteration()
      throws InterruptedException, IOException {
    IntervalCounts sealed =
        run(
            iteration -> {
              iteration.begin(0);
              iteration.end();
              iteration.begin(1);
              iteration.committing();
              throw new Scripted(ErrorClass.CONNECTION_LOST, Retry.NEVER);
            },
            iteration -> {
              iteration.begin(1);
              throw new Scripted(ErrorClass.CONNECTION_LOST, Retry.NEVER);
            });

    assertEquals(1, counts(sealed).uncertain());
    assertEquals(
        List.of(new OperationCounts(1, 0, 0, 1, 0, 0), new OperationCounts(0, 1, 0, 0, 0, 1)),
        sealed.tally().operationCounts());
    assertEquals(
        sealed.tally().operationCounts(),
        CounterFile.readDead(folder.resolve("counters"), -1).operations());
  }

  @Test
  void aFailureNamesTheOperationThatHadBegunAndThePlaceThatTheJobClassKnows()
      throws InterruptedException {
    classifier =
        failure ->
            new Failure(ErrorClass.CONSTRAINT, 1_062, "23000", "duplicate", Retry.NEVER)
                .at("transfer.yaml line 14");
    IntervalCounts sealed =
        run(
            iteration -> {
              iteration.begin(1);
              throw new SQLException("duplicate");
            },
            iteration -> {
              iteration.begin(0);
              iteration.end();
              throw new SQLException("duplicate");
            });

    assertEquals(
        List.of("write", ""), sealed.errors().stream().map(ErrorSample::operation).toList());
    assertEquals("duplicate, at transfer.yaml line 14", sealed.errors().getFirst().message());
  }

  @Test
  void anAuthorsExceptionTellsItsTypeAndItsPlace() throws InterruptedException {
    IntervalCounts sealed =
        run(_ -> {
          throw new IllegalStateException("boom\n".repeat(100));
        });

    String message = sealed.errors().getFirst().message();
    assertTrue(message.startsWith("IllegalStateException: boom boom "), message);
    assertTrue(
        message.matches(
            ".*\\.\\.\\., at \\S+LoadThreadTest\\.\\S+\\(LoadThreadTest\\.java:\\d+\\)"),
        message);
    assertTrue(message.length() < 300, message);
  }

  @Test
  void anErrorWithoutAMessageAndOneOfTheDatabaseAreToldAsTheyAre() throws InterruptedException {
    classifier =
        failure ->
            failure instanceof SQLException sql
                ? new Failure(
                    ErrorClass.CONSTRAINT,
                    sql.getErrorCode(),
                    sql.getSQLState(),
                    Failure.describe(sql),
                    Retry.NEVER)
                : Failure.other(failure);
    IntervalCounts sealed =
        run(
            _ -> {
              throw new SQLException("duplicate", "23000", 1_062);
            },
            _ -> {
              throw new AssertionError();
            });

    List<String> messages = sealed.errors().stream().map(ErrorSample::message).toList();
    assertEquals("duplicate", messages.getFirst());
    assertTrue(messages.getLast().startsWith("AssertionError, at "), messages.toString());
  }

  @Test
  void anOperationThatEndsAsAnotherIsCountedAsTheOtherOnly()
      throws InterruptedException, IOException {
    IntervalCounts sealed =
        run(
            iteration -> {
              iteration.begin(0);
              iteration.endAs(1);
            },
            iteration -> iteration.endAs(1),
            iteration -> {
              iteration.begin(0);
              iteration.endAs(2);
            });

    assertEquals(0, sealed.tally().operation(0).ok());
    assertEquals(1, sealed.tally().operation(1).ok());
    assertEquals(2, counts(sealed).failed());
    assertEquals(
        sealed.tally().operationCounts(),
        CounterFile.readDead(folder.resolve("counters"), -1).operations());
  }
}
