package dev.broadside.core.wire;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonSubTypes.Type;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.broadside.core.job.Plan;
import dev.broadside.core.job.ShareStep;
import dev.broadside.core.job.StepProgress;
import dev.broadside.core.load.Bounds;
import dev.broadside.core.param.Problem;
import dev.broadside.core.work.Finding;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// All messages of a link. Agent and worker use the same messages as server and agent.
///
/// | who | says |
/// |---|---|
/// | agent | [Hello], [ShareReport], [Progress], [Records], [LogLine], [PackRequest], [TestReport], [RecordingPiece], [Ping], [Pong] |
/// | server | [Welcome], [Refused], [ShareOrder], [Ack], [PackChunk], [TestOrder], [RecordingKept], [Ping], [Pong] |
/// | agent to its worker | [ShareOrder], [TestOrder], [Slew] |
/// | worker to its agent | [ShareReport], [Progress], [Records], [TestReport] |
///
/// Names on the wire are fixed words and never class names. Every text and list is bounded where it
/// is made.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @Type(value = Message.Hello.class, name = "hello"),
  @Type(value = Message.Welcome.class, name = "welcome"),
  @Type(value = Message.Refused.class, name = "refused"),
  @Type(value = Message.Ping.class, name = "ping"),
  @Type(value = Message.Pong.class, name = "pong"),
  @Type(value = Message.ShareOrder.class, name = "share-order"),
  @Type(value = Message.ShareReport.class, name = "share-report"),
  @Type(value = Message.Progress.class, name = "progress"),
  @Type(value = Message.Records.class, name = "records"),
  @Type(value = Message.Ack.class, name = "ack"),
  @Type(value = Message.LogLine.class, name = "log-line"),
  @Type(value = Message.PackRequest.class, name = "pack-request"),
  @Type(value = Message.PackChunk.class, name = "pack-chunk"),
  @Type(value = Message.TestOrder.class, name = "test-order"),
  @Type(value = Message.TestReport.class, name = "test-report"),
  @Type(value = Message.RecordingPiece.class, name = "recording-piece"),
  @Type(value = Message.RecordingKept.class, name = "recording-kept"),
  @Type(value = Message.Slew.class, name = "slew"),
})
public sealed interface Message {
  /// The version of this vocabulary. A peer with another version is refused. The version grows with
  /// the first change after a release that an older reader cannot ignore.
  int PROTOCOL = 1;

  /// The label of an agent that only watches its host.
  String WATCH_ONLY = "watch-only";

  /// A fact about a host: the boot id of its running kernel, if it has one. Unlike a host's name it
  /// is the same in all containers of a host, and never that of two hosts.
  String BOOT = "boot";

  /// A fact about a host: how many jobs its agent has at once; 1 if it is missing.
  String JOBS = "jobs";

  /// The most jobs that an agent may have at once.
  int MOST_JOBS = 100;

  /// The most texts of a kind in one message.
  int MOST_TEXTS = 1_000;

  /// The longest of them, in characters.
  int LONGEST_TEXT = 64 * 1024;

  /// Messages that only an agent sends.
  sealed interface FromAgent extends Message {}

  /// Messages that may be large, and on which no decision waits: all others overtake them on a
  /// link.
  sealed interface Bulk extends Message {}

  /// Messages with data of an agent, or that ask for data. They may be many, and the server answers
  /// them without a decision.
  sealed interface Transfer extends FromAgent {}

  /// Messages that only a server sends, or an agent to its worker.
  sealed interface FromServer extends Message {}

  /// An agent's first words on a connection.
  ///
  /// @param protocol the vocabulary that the agent speaks
  /// @param agent its stable name
  /// @param instance a random text made at each start of the agent's process, to tell a restart
  ///   from a clone
  /// @param version Broadside's version on the agent
  /// @param labels free `key=value` labels
  /// @param host facts about its host: `os`, `cores`, `memoryBytes`, `jvm`, `hostname`, [#BOOT],
  ///   [#JOBS]
  record Hello(
      int protocol,
      String agent,
      String instance,
      String version,
      Map<String, String> labels,
      Map<String, String> host)
      implements FromAgent {
    private static final Pattern CAPACITY = Pattern.compile("[1-9]\\d{0,2}");

    public Hello {
      Bounds.name(agent, "the agent's name");
      Bounds.text(instance, Bounds.MAX_NAME, "the agent's instance");
      Bounds.text(version, Bounds.MAX_NAME, "the agent's version");
      labels = texts(labels, "a label");
      host = texts(host, "a fact about the host");
    }

    /// Whether the agent gets no load, and only watches its host.
    public boolean watchOnly() {
      return labels.containsKey(WATCH_ONLY);
    }

    /// The identity of its host.
    public String hostIdentity() {
      return Message.hostIdentity(agent, host);
    }

    /// How many jobs it runs at once; 1 if it does not give a number from 1 to 999.
    public int capacity() {
      String said = host.getOrDefault(JOBS, "1");
      return CAPACITY.matcher(said).matches() ? Math.min(Integer.parseInt(said), MOST_JOBS) : 1;
    }
  }

  /// The server accepts the agent.
  ///
  /// @param protocol the vocabulary that the server speaks; an agent of another one goes away
  /// @param version Broadside's version on the server
  /// @param heartbeatMillis how often each side sends a [Ping]
  /// @param agent the name that the agent has from now on, which the server may have changed since
  ///   it greeted last
  record Welcome(int protocol, String version, long heartbeatMillis, String agent)
      implements FromServer {
    public Welcome {
      Bounds.text(version, Bounds.MAX_NAME, "the server's version");
      Bounds.name(agent, "the agent's name");
    }
  }

  /// The server refuses the agent, and closes.
  ///
  /// @param sentence why, and what to do
  /// @param displaced whether another process of its name is connected, so that this one must end
  ///   its load
  record Refused(String sentence, boolean displaced) implements FromServer {
    public Refused(String sentence) {
      this(sentence, false);
    }

    public Refused {
      Bounds.text(sentence, Bounds.MAX_TEXT, "the refusal");
    }
  }

  /// A heartbeat, sent by each side. It counts only when its [Pong] comes back: a link that carries
  /// one direction only is a broken link.
  ///
  /// @param nonce given back in the answer
  record Ping(long nonce) implements Message {}

  /// The answer to a [Ping].
  ///
  /// @param nonce the ping's
  /// @param epochNanos the answering side's wall clock, from which the asking side works out the
  ///   offset
  record Pong(long nonce, long epochNanos) implements Message {}

  /// An agent tells its own workers to slew the run's clock by some time, as it does itself: see
  /// [dev.broadside.core.time.SlewedTime].
  record Slew(long nanos) implements FromServer {}

  /// What the server wants of one share. It is the desired state and not a command: repeating it is
  /// harmless, and one with an older generation than the newest is ignored.
  ///
  /// @param generation grows with each new goal of this share
  /// @param goal what is wanted
  record ShareOrder(String runId, long generation, ShareGoal goal) implements FromServer {
    public ShareOrder {
      Bounds.name(runId, "the run's id");
    }

    /// This order with another goal.
    public ShareOrder with(ShareGoal other) {
      return new ShareOrder(runId, generation, other);
    }
  }

  /// The status of a share.
  ///
  /// @param generation the newest generation that the agent has received
  /// @param status the share's status
  record ShareReport(String runId, long generation, ShareStatus status) implements FromAgent {
    public ShareReport {
      Bounds.name(runId, "the run's id");
    }
  }

  /// How far a share is with what it does before or after its load.
  ///
  /// @param of the step of the share
  /// @param step what is being done within it, in the job class's words; may be empty
  /// @param total 0 if unknown
  record Progress(String runId, ShareStep of, String step, long done, long total)
      implements FromAgent {
    public Progress {
      Bounds.name(runId, "the run's id");
      Bounds.text(step, Bounds.MAX_TEXT, "the step");
    }

    public static Progress of(String runId, StepProgress at) {
      return new Progress(runId, at.step(), at.detail(), at.done(), at.total());
    }

    public StepProgress at() {
      return new StepProgress(of, step, done, total);
    }
  }

  /// Sealed interval records, oldest first. They are sent until acknowledged, so they may come
  /// twice.
  record Records(List<SealedRecord> records) implements Transfer, Bulk {
    /// The most records in one message.
    public static final int MOST = 10_000;

    public Records {
      if (records.size() > MOST) {
        throw new IllegalArgumentException("more than " + MOST + " records in one message");
      }
      records = List.copyOf(records);
    }
  }

  /// Records of one incarnation and stream are durable: forget them.
  ///
  /// @param throughSeq all records up to this one are durable; -1 if the first is missing
  /// @param beyond later records that are durable too, after a missing one, which may be lost for
  ///   ever and must not block the others
  record Ack(String runId, long incarnation, String stream, long throughSeq, List<Range> beyond)
      implements FromServer {
    public Ack {
      Bounds.name(runId, "the run's id");
      Bounds.name(stream, "the stream");
      beyond = List.copyOf(beyond);
    }

    /// An acknowledgement without gaps.
    public Ack(String runId, long incarnation, String stream, long throughSeq) {
      this(runId, incarnation, stream, throughSeq, List.of());
    }

    /// Whether it is about a record of its incarnation.
    public boolean covers(String ofStream, long seq) {
      return stream.equals(ofStream)
          && (seq <= throughSeq || beyond.stream().anyMatch(range -> range.covers(seq)));
    }

    /// The highest number that it is about.
    public long newest() {
      return beyond.isEmpty() ? throughSeq : beyond.getLast().toSeq();
    }

    /// Sequence numbers without a gap.
    ///
    /// @param toSeq the last one
    public record Range(long fromSeq, long toSeq) {
      public Range {
        if (fromSeq > toSeq) {
          throw new IllegalArgumentException("no record is from " + fromSeq + " to " + toSeq);
        }
      }

      boolean covers(long seq) {
        return seq >= fromSeq && seq <= toSeq;
      }
    }
  }

  /// A line that the worker wrote, or a remark of the agent about it. The agent bounds their
  /// number.
  ///
  /// @param epochMillis when, on the agent's wall clock
  record LogLine(String runId, long epochMillis, String line) implements FromAgent {
    public LogLine {
      Bounds.name(runId, "the run's id");
      Bounds.text(line, Bounds.MAX_TEXT, "a log line");
    }
  }

  /// The agent wants a piece of a pack.
  ///
  /// @param sha256 the pack's name
  /// @param offset where the piece begins
  record PackRequest(String sha256, long offset) implements Transfer {
    public PackRequest {
      checkSha256(sha256);
      if (offset < 0) {
        throw new IllegalArgumentException("a pack has no byte " + offset);
      }
    }
  }

  /// A piece of a pack.
  ///
  /// @param total size of the whole pack; -1 if the server has no such pack
  /// @param bytes at most [#MAX_CHUNK]
  record PackChunk(String sha256, long offset, long total, byte[] bytes)
      implements FromServer, Bulk {
    /// The size of a piece.
    public static final int MAX_CHUNK = 256 * 1024;

    public PackChunk {
      checkSha256(sha256);
    }
  }

  /// The server asks whether a job could be run: the agent tries everything that can be tried
  /// without load. Sent once.
  ///
  /// @param plan the agent's share of a run that will not take place
  record TestOrder(Plan plan) implements FromServer {}

  /// What a test has found.
  ///
  /// @param testId the run's id in the plan
  /// @param findings at most [#MOST]
  /// @param freeBytes the free space for the agent's data; -1 if unknown
  record TestReport(String testId, List<Finding> findings, long freeBytes) implements FromAgent {
    /// The most findings, since no one reads more.
    public static final int MOST = 100;

    public TestReport {
      Bounds.name(testId, "the test's id");
      if (findings.size() > MOST) {
        throw new IllegalArgumentException("more than " + MOST + " findings");
      }
      findings.forEach(one ->
          List.of(one.check(), one.figures(), one.mend())
              .forEach(text -> Bounds.text(text, Bounds.MAX_TEXT, "a finding")));
      findings = List.copyOf(findings);
    }
  }

  /// A piece of the flight recording of a worker that has ended. The first one asks how much the
  /// server has, the others follow one by one.
  ///
  /// @param incarnation the worker's incarnation
  /// @param offset where the piece begins
  /// @param total size of the whole recording, at most [#MOST_BYTES]
  /// @param bytes at most [#MOST_AT_ONCE]
  record RecordingPiece(String runId, long incarnation, long offset, long total, byte[] bytes)
      implements Transfer, Bulk {
    /// The size of a piece. Small, so that records need not wait long after one.
    public static final int MOST_AT_ONCE = 64 * 1024;

    /// The largest recording.
    public static final long MOST_BYTES = 64L << 20;

    public RecordingPiece {
      Bounds.name(runId, "the run's id");
      if (offset < 0 || total > MOST_BYTES || offset + bytes.length > total) {
        throw new IllegalArgumentException(
            "no recording has %d bytes from %d on, of %d".formatted(bytes.length, offset, total));
      }
    }
  }

  /// How much of a recording the server has.
  ///
  /// @param bytes bytes from its beginning; -1 if the server does not want it
  record RecordingKept(String runId, long incarnation, long bytes) implements FromServer {
    public RecordingKept {
      Bounds.name(runId, "the run's id");
    }
  }

  /// The identity of an agent's host: its kernel's boot id, or else the host's name.
  ///
  /// @param host facts about it
  static String hostIdentity(String agent, Map<String, String> host) {
    return host.getOrDefault(BOOT, "host " + host.getOrDefault("hostname", "of " + agent));
  }

  private static Map<String, String> texts(Map<String, String> texts, String what) {
    if (texts.size() > Bounds.MAX_NAME) {
      throw new IllegalArgumentException("more than " + Bounds.MAX_NAME + " of " + what);
    }
    texts.forEach((key, value) -> {
      Bounds.text(key, Bounds.MAX_NAME, what);
      Bounds.text(value, Bounds.MAX_TEXT, what);
    });
    return Map.copyOf(texts);
  }

  private static void checkSha256(String text) {
    if (!text.matches("[0-9a-f]{64}")) {
      throw new IllegalArgumentException("a pack is not named by its SHA-256 in lower-case hex");
    }
  }

  /// Checks texts from job classes and virtual machines: more or longer texts than these ever make
  /// are refused.
  static void bounded(Map<String, String> texts, String what) {
    if (texts.size() > MOST_TEXTS) {
      throw new IllegalArgumentException("more than " + MOST_TEXTS + " of " + what);
    }
    texts.forEach((key, value) -> {
      if (key.length() > Bounds.MAX_TEXT || value.length() > LONGEST_TEXT) {
        throw new IllegalArgumentException(what + " is longer than " + LONGEST_TEXT);
      }
    });
  }

  /// At most 100 problems, each bounded.
  static List<Problem> bounded(List<Problem> problems) {
    if (problems.size() > Bounds.MAX_NAME) {
      throw new IllegalArgumentException("more than " + Bounds.MAX_NAME + " problems");
    }
    problems.forEach(problem -> Bounds.text(problem.sentence(), 3 * Bounds.MAX_TEXT, "a problem"));
    return List.copyOf(problems);
  }
}
