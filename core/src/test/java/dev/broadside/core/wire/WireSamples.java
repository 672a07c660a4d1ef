package dev.broadside.core.wire;

import dev.broadside.core.fixture.LoadChanges;
import dev.broadside.core.fixture.RecordBuilder;
import dev.broadside.core.job.Plan;
import dev.broadside.core.job.ShareSlice;
import dev.broadside.core.job.ShareStep;
import dev.broadside.core.job.Specs;
import dev.broadside.core.load.LoadChange;
import dev.broadside.core.load.LoadControl;
import dev.broadside.core.load.Think;
import dev.broadside.core.pace.Portion;
import dev.broadside.core.param.Problem;
import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.DropReason;
import dev.broadside.core.stat.ErrorSample;
import dev.broadside.core.stat.FigureRow;
import dev.broadside.core.stat.FigureValue;
import dev.broadside.core.stat.GeneratorFigure;
import dev.broadside.core.stat.GeneratorSample;
import dev.broadside.core.stat.HostUse;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.Observed;
import dev.broadside.core.stat.OperationCounts;
import dev.broadside.core.stat.OperationStats;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.stat.TestCounts;
import dev.broadside.core.stat.Told;
import dev.broadside.core.stat.TransactionStats;
import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.Finding;
import dev.broadside.core.work.Observation;
import dev.broadside.core.work.Observation.Subject;
import dev.broadside.core.work.Totals;
import dev.broadside.core.work.Verification;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/// One message of every kind, by the name of its golden file; see [CodecTest] for how these are
/// made.
final class WireSamples {
  private WireSamples() {}

  static Map<String, Message> all() {
    Map<String, Message> samples = new LinkedHashMap<>();
    links(samples);
    goals(samples);
    statuses(samples);
    return samples;
  }

  private static void links(Map<String, Message> samples) {
    String sha256 = "cd".repeat(32);
    samples.put(
        "hello",
        new Message.Hello(
            1, "agent-1", "f81d4fae", "1.0", Map.of("rack", "7"), Map.of("cores", "64")));
    samples.put("welcome", new Message.Welcome(1, "1.0", 1_000, "agent-1"));
    samples.put("refused", new Message.Refused("another agent has this name; choose another"));
    samples.put("ping", new Message.Ping(Long.MAX_VALUE));
    samples.put("pong", new Message.Pong(7, 1_772_366_400_123_456_789L));
    samples.put(
        "progress",
        new Message.Progress("run-1", ShareStep.PREPARE, "loading orders", 5_000, 100_000));
    samples.put("records", new Message.Records(List.of(new Codec().seal(record()))));
    samples.put(
        "records-with-figures",
        new Message.Records(List.of(new Codec().seal(record().withFigures(figures())))));
    samples.put("ack", new Message.Ack("run-1", 2, RecordKey.LOAD, 41));
    samples.put(
        "ack-beyond",
        new Message.Ack("run-1", 2, RecordKey.LOAD, 41, List.of(new Message.Ack.Range(43, 50))));
    samples.put("log-line", new Message.LogLine("run-1", 1_772_366_400_123L, "started\tüß"));
    samples.put("pack-request", new Message.PackRequest(sha256, 262_144));
    samples.put("pack-chunk", new Message.PackChunk(sha256, 0, 3, new byte[] {1, -1, 0}));
    samples.put(
        "recording-piece", new Message.RecordingPiece("run-1", 2, 7, 10, new byte[] {1, -1, 0}));
    samples.put("recording-kept", new Message.RecordingKept("run-1", 2, 10));
    samples.put("slew", new Message.Slew(-1_250_000));
  }

  private static void tests(Map<String, Message> samples, Plan plan) {
    samples.put("test-order", new Message.TestOrder(plan));
    samples.put(
        "test-report",
        new Message.TestReport(
            "run-1",
            List.of(
                Finding.ok("driver", "org.mariadb.jdbc.Driver 3.5"),
                Finding.fail("privileges", "the user lacks CREATE", "grant what is missing")),
            1L << 40));
  }

  private static void goals(Map<String, Message> samples) {
    Plan plan =
        new Plan(
            "run-1",
            "agent-1",
            1,
            Specs.full(),
            List.of("readOrder", "newOrder"),
            ShareSlice.of(new Portion(1, 3), 32));
    tests(samples, plan);
    order(samples, "prepare", new ShareGoal.Prepare(plan));
    order(samples, "load", new ShareGoal.Load(Facts.NONE.with("data.seed", 7)));
    order(samples, "open", new ShareGoal.Open(Facts.NONE.with("rows", 100)));
    order(samples, "run", new ShareGoal.Run(1_772_366_400_000_000_001L));
    LoadChange faster = LoadChanges.at(2.5, LoadChanges.rate(500));
    LoadChange slower =
        new LoadChange(
            7_000_000_000L,
            "somebody",
            new LoadControl(
                Optional.of(false),
                Optional.empty(),
                Optional.of(4),
                Optional.of(new Think.Fixed(Duration.ofMillis(10))),
                Map.of("reads", "70")));
    order(samples, "run-changed", new ShareGoal.Run(7L << 50, List.of(faster, slower)));
    Plan changed = plan.changed(List.of(faster));
    order(samples, "resume-changed", new ShareGoal.Resume(changed, Facts.NONE, 7L << 50));
    Plan again = plan.after(new Plan.Former(65_537, 1_200));
    order(samples, "resume", new ShareGoal.Resume(again, Facts.NONE.with("rows", 100), 7L << 50));
    order(samples, "stop", new ShareGoal.Stop());
    order(samples, "stop-unknown-run", new ShareGoal.Stop(true));
    Totals totals = new Totals(10, 2, 1, 3);
    List<Totals> operations = List.of(totals, Totals.NONE);
    order(samples, "verify", new ShareGoal.Verify(totals, operations, List.of(7L, 0L), true));
    order(samples, "release", new ShareGoal.Release());
  }

  private static void order(Map<String, Message> samples, String name, ShareGoal goal) {
    samples.put("order-" + name, new Message.ShareOrder("run-1", 3, goal));
  }

  private static void statuses(Map<String, Message> samples) {
    Verification verification =
        Verification.of(List.of(new Verification.Check("orders", true, false, "100 = 100")));
    Problem problem = Problem.unreachable("url", "the server refuses", "start it");
    report(samples, "forking", new ShareStatus.Forking());
    report(samples, "forked", new ShareStatus.Forked(Map.of("jvm", "25.0.1")));
    report(samples, "preparing", new ShareStatus.Preparing());
    report(samples, "loading", new ShareStatus.Loading(Facts.NONE.with("data.seed", 7)));
    report(samples, "prepared", new ShareStatus.Prepared(Facts.NONE.with("rows", 100)));
    report(samples, "opening", new ShareStatus.Opening());
    report(samples, "ready", new ShareStatus.Ready(-1_500_000, 200_000));
    report(samples, "running", new ShareStatus.Running(1_772_366_400_000_123_456L));
    report(samples, "finished", new ShareStatus.Finished(604_799));
    report(samples, "verified", new ShareStatus.Verified(verification));
    report(samples, "rejected", new ShareStatus.Rejected(List.of(problem)));
    report(samples, "broken", new ShareStatus.Broken("the worker died", "hs_err", 17));
    report(samples, "broken-resumable", new ShareStatus.Broken("it was stopped", "", 17, true));
    report(samples, "released", new ShareStatus.Released());
    report(samples, "unclaimed", new ShareStatus.Unclaimed(41, 1_772_366_400_123L));
  }

  private static void report(Map<String, Message> samples, String name, ShareStatus status) {
    samples.put("report-" + name, new Message.ShareReport("run-1", 3, status));
  }

  /// One of each kind.
  static FigureRow figures() {
    return new FigureRow(
        List.of(
            Figure.count("sold", "tickets", "Tickets sold").help("since morning").ofEveryAttempt(),
            Figure.sum("bytes", "bytes", "Written")
                .in("Disk")
                .alsoPerTransaction()
                .asShareOf("all"),
            Figure.worst("queue", "people", "Longest queue"),
            Figure.mean("heat", "degrees", "Heat"),
            Figure.last("open", "", "Open doors"),
            Figure.distribution("seats", "seats", "Seats at once"),
            Figure.duration("search", "Search")),
        List.of(
            new FigureValue.Amount(12),
            new FigureValue.Amount(1L << 40),
            new FigureValue.Reading(0.1),
            new FigureValue.Reading(3),
            FigureValue.UNKNOWN,
            new FigureValue.Values(Distribution.EMPTY),
            new FigureValue.Values(
                new Distribution(new int[] {7}, new long[] {3}, 21_000, 7_000, 0))),
        List.of(24L, 1L << 41));
  }

  /// A record in which nothing is empty, but for figures of its own.
  static IntervalRecord record() {
    Distribution service =
        new Distribution(new int[] {0, 900, 22_000}, new long[] {1, 5, 2}, 99_999, 88_888, 1);
    OutcomeCounts counts =
        TestCounts.of(
            12,
            8,
            Map.of(ErrorClass.DEADLOCK, 2L, ErrorClass.OTHER, 1L),
            1,
            3,
            1,
            Map.of(DropReason.NO_FREE_THREAD, 3L, DropReason.STOPPED, 1L),
            80,
            16,
            Map.of(1, 1L, 2, 1L));
    OperationStats operation = new OperationStats(9, 1, 6, 1, 2, 1, service);
    RecordKey key = new RecordKey("run-1", "agent-1", 2, RecordKey.LOAD, 41);
    return RecordBuilder.of(key, 41)
        .phase(1)
        .threads(16)
        .tally(
            new Tally(
                new TransactionStats(counts, service, service, service, service, service, service),
                List.of(operation, OperationStats.NONE)))
        .cumulative(counts.plus(counts))
        .cumulativeOperations(
            List.of(operation.counts().plus(operation.counts()), OperationCounts.NONE))
        .inFlight(1)
        .told(
            new Told(
                List.of(
                    new ErrorSample(
                        ErrorClass.DEADLOCK, 1213, "40001", "write", "Deadlock", 2, 100, 900)),
                List.of(
                    new Observed(
                        41_850,
                        new Observation.Changed(Subject.PLAN, "read", "index scan", "full scan")),
                    new Observed(-20, new Observation.Seen(Subject.SETTING, "fsync", "on")),
                    new Observed(
                        41_900,
                        new Observation.Explained(ErrorClass.DEADLOCK, "1 waits for 2\n2 for 1")),
                    new Observed(
                        41_910,
                        new Observation.Slow(
                            new Observation.Slow.Spent("write", 80_000, List.of("read", "write")),
                            90_000,
                            1_000,
                            Observation.Slow.Outcome.FAILED,
                            2,
                            7,
                            "4711")))))
        .generator(generator())
        .last(true)
        .build();
  }

  private static GeneratorSample generator() {
    double[] values = {0.25, 0.5, 0.9, 0, 1_000, 2_000, 3_000, 4_000, 5_000, 0.01, 0.125, 0.02};
    GeneratorSample sample =
        GeneratorSample.UNKNOWN.with(new HostUse(700, 200, 1_000, 2_000, 55, 600, 7));
    for (int i = 0; i < values.length; i++) {
      sample = sample.with(GeneratorFigure.values()[i], values[i]);
    }
    return sample;
  }

  /// The CBOR of a sealed record.
  static byte[] inflated(SealedRecord sealed) {
    ByteArrayInputStream deflated =
        new ByteArrayInputStream(sealed.bytes(), 1, sealed.bytes().length - 1);
    try (InputStream in = new InflaterInputStream(deflated, new Inflater(true))) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A record that says whatever it is made to say.
  static SealedRecord sealed(RecordKey key, byte... cbor) {
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    frame.write(Codec.VERSION);
    try (OutputStream out = new DeflaterOutputStream(frame, new Deflater(9, true))) {
      out.write(cbor);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return SealedRecord.of(key, frame.toByteArray());
  }
}
