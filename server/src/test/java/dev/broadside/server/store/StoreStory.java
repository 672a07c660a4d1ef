package dev.broadside.server.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.broadside.core.input.Filing;
import dev.broadside.core.job.Job;
import dev.broadside.core.job.JobEvent;
import dev.broadside.core.job.JobState;
import dev.broadside.core.job.Outcome;
import dev.broadside.core.job.ShareSlice;
import dev.broadside.core.pace.Portion;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.wire.RecordDigest;
import dev.broadside.core.wire.SealedRecord;
import dev.broadside.core.wire.ShareStatus;
import dev.broadside.server.store.base.PackedText;
import dev.broadside.server.store.job.Batch;
import dev.broadside.server.store.job.RollUps;
import dev.broadside.server.store.job.RunTable;
import dev.broadside.server.store.job.RunTable.Entry;
import dev.broadside.server.store.row.Arrival;
import dev.broadside.server.store.row.Attachment;
import dev.broadside.server.store.row.Headline;
import dev.broadside.server.store.row.JobCode;
import dev.broadside.server.store.row.ShareRow;
import dev.broadside.server.store.row.StoredRecord;
import java.io.ByteArrayInputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/// What a server writes in the life of a job, one write after another. Each may be asked for again
/// where nobody knows whether it was done.
final class StoreStory {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final String RUN = "run";

  /// All writes, in order.
  static final List<Consumer<ResultStore>> WRITES =
      List.of(
          store -> store.tokens.add("token", 1, NOON.plusSeconds(10), NOON),
          store -> store.agents.register("a", "hash", NOON),
          store -> store.agents.seen("a", NOON.plusSeconds(1)),
          store -> store.jobs.add(submitted(), new JobCode("t", List.of("op"), "pack@1")),
          store -> store.jobs.file(RUN, _ -> new Filing("night", List.of("x"))),
          store -> store.jobs.place(placed(), shares(), Optional.empty(), code()),
          store -> store.jobs.save(running(), shares()),
          store -> store.records.addAll(new Batch(arrivals(0, 8))),
          store -> store.runs.addIntervals(RUN, entries(0, 8)),
          // One that is there, one that is new, one with other bytes than the one that is there.
          store ->
              store.records.addAll(
                  new Batch(List.of(arrival(3, "r3"), arrival(8, "r8"), arrival(4, "no")))),
          store -> store.records.quarantine(arrival(9, "bad").sealed(), "it is bad"),
          store -> store.records.addAll(new Batch(arrivals(9, 14))),
          store ->
              store.runs.addLog(
                  RUN,
                  List.of(new Entry(0, 50, "{}"), new Entry(1, 51, "{}")),
                  RunTable.NumberRange.NONE),
          store -> store.runs.addMark(RUN, new Entry(60, 60, "{}")),
          store -> store.rollUps.keep(RUN, 1, 10, List.of(rolled()), () -> 0),
          store -> store.runs.finish(RUN, "[1]", headline(), 14, NOON),
          store -> store.jobs.save(done(), List.of(shares().getFirst().givenUp())),
          store -> store.records.addAll(new Batch(List.of(arrival(14, "late")))),
          store -> store.runs.amend(RUN, "[2]", headline(), 15, 1, NOON),
          store -> store.notebook.say(RUN, "me", NOON, "so"),
          store -> store.notebook.attach(RUN, file(), new ByteArrayInputStream(new byte[300_000])),
          store -> store.notebook.detach(RUN, "plan"),
          store -> store.wholeJobs.delete(RUN, NOON),
          store -> store.wholeJobs.restore(RUN, NOON),
          store -> store.wholeJobs.hide(RUN),
          store -> store.wholeJobs.removeSome(RUN));

  private StoreStory() {}

  private static Job submitted() {
    return Job.submitted(RUN, ResultStoreContract.spec(Map.of()), NOON);
  }

  private static JobCode code() {
    return new JobCode("t", List.of("op"), "pack@1");
  }

  private static Job placed() {
    return submitted().after(new JobEvent.Placed(), NOON);
  }

  private static Job running() {
    return placed().after(new JobEvent.Started(), NOON.plusSeconds(5));
  }

  private static Job done() {
    JobState over = new JobState.Done(NOON, new Outcome.Completed());
    return new Job(RUN, running().spec(), over, running().history(), NOON);
  }

  private static List<ShareRow> shares() {
    return IntStream.range(0, 2)
        .mapToObj(i -> ShareRow.placed("a" + i, ShareSlice.of(new Portion(i, 2), 7)))
        .map(share -> share.reported(1, new ShareStatus.Forked(Map.of("jvm", "25"))))
        .toList();
  }

  private static Arrival arrival(long seq, String text) {
    RecordKey key = new RecordKey(RUN, "a0", 1, RecordKey.LOAD, seq);
    return new Arrival(SealedRecord.of(key, text.getBytes(UTF_8)), (int) seq, false);
  }

  private static List<Arrival> arrivals(int from, int to) {
    return IntStream.range(from, to).mapToObj(seq -> arrival(seq, "r" + seq)).toList();
  }

  private static List<Entry> entries(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(i -> new Entry(i, 1 + i, "{\"i\":" + i + "}"))
        .toList();
  }

  private static RollUps.Group rolled() {
    byte[] digests = new byte[10 * RecordDigest.BYTES];
    for (int i = 0; i < 10; i++) {
      byte[] one = RecordDigest.of(arrival(i, "r" + i).sealed());
      System.arraycopy(one, 0, digests, i * RecordDigest.BYTES, RecordDigest.BYTES);
    }
    SealedRecord sum = SealedRecord.of(arrival(0, "").sealed().key(), "sum".getBytes(UTF_8));
    List<StoredRecord> records = new ArrayList<>();
    records.add(new StoredRecord(sum, 0, 10, digests, PackedText.pack("[]")));
    return new RollUps.Group(0, 10, records, Optional.of("{\"i\":10}"), false);
  }

  private static Headline headline() {
    return new Headline(
        1,
        Optional.of(2.0),
        "BALANCED",
        "OK",
        "",
        Optional.of(1.0),
        Optional.of(1),
        Optional.empty());
  }

  private static Attachment file() {
    return new Attachment("plan", 300_000, "0", "me", NOON);
  }
}
