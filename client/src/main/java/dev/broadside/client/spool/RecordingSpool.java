package dev.broadside.client.spool;

import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Message;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/// Flight recordings of workers: each stays on disk from the end of its worker until the server has
/// it or refuses it. One piece of one recording is sent at a time, so that other messages do not
/// wait for them.
///
/// ```
/// INCARNATION~RUN.part  the worker writes it at its end
/// INCARNATION~RUN.jfr   it is whole, and waits for the server
/// 2026_.../             what the JVM of a worker that goes on has written so far
/// ```
///
/// Every method returns at once. State belongs to the executor, which runs one task at a time.
public final class RecordingSpool {
  /// If more wait for the server, the oldest are deleted.
  private static final int MOST_WAITING = 16;

  private static final Duration ASK_AGAIN_AFTER = Duration.ofSeconds(30);
  private static final String PART = ".part";
  private static final String WHOLE = ".jfr";

  private final Disk disk;
  private final Path folder;
  private final Time time;
  private final Executor executor;
  private final Consumer<Message> server;
  private final Consumer<String> log;
  private boolean connected;
  private Optional<Time.Timer> underWay = Optional.empty();

  /// @param server takes a message to the server, as long as there is a connection
  /// @param log takes a line for people
  public RecordingSpool(
      Disk disk,
      Path folder,
      Time time,
      Executor executor,
      Consumer<Message> server,
      Consumer<String> log) {
    this.disk = disk;
    this.folder = folder;
    this.time = time;
    this.executor = executor;
    this.server = server;
    this.log = log;
  }

  /// Takes over what workers of an earlier agent have left, all of which have ended.
  public void adopt() {
    executor.execute(() ->
        quietly(() -> {
          for (Path path : disk.list(folder)) {
            if (path.toString().endsWith(PART)) {
              keep(path);
            } else if (!path.toString().endsWith(WHOLE)) {
              for (Path file : disk.list(path)) {
                disk.delete(file);
              }
              disk.delete(path);
            }
          }
        }));
  }

  /// Flags with which a worker's JVM records itself. It keeps the newest 48 MiB, and writes them
  /// and at most one piece of 12 MiB more at its end.
  public List<String> flags(String runId, long incarnation) throws IOException {
    disk.createFolder(folder);
    return List.of(
        "-XX:FlightRecorderOptions=repository=" + folder.toAbsolutePath(),
        "-XX:StartFlightRecording=settings=profile,maxsize=48m,dumponexit=true,filename="
            + file(runId, incarnation, PART).toAbsolutePath());
  }

  private Path file(String runId, long incarnation, String ending) {
    return folder.resolve("%012d~%s%s".formatted(incarnation, runId, ending));
  }

  /// A worker has ended, and its recording is sent when its turn comes.
  public void ended(String runId, long incarnation) {
    executor.execute(() ->
        quietly(() -> {
          keep(file(runId, incarnation, PART));
          if (underWay.isEmpty()) {
            sendFirst();
          }
        }));
  }

  /// Keeps the recording of a worker that has ended. A worker that was killed leaves an empty file,
  /// or none.
  private void keep(Path part) throws IOException {
    long bytes = disk.exists(part) ? size(part) : 0;
    if (bytes == 0 || bytes > Message.RecordingPiece.MOST_BYTES) {
      log.accept(
          "there is no flight recording %s: %s"
              .formatted(
                  part.getFileName(),
                  bytes == 0 ? "its worker was ended before it wrote one" : bytes + " bytes"));
      disk.delete(part);
      return;
    }
    String name = part.getFileName().toString();
    disk.rename(
        part, part.resolveSibling(name.substring(0, name.length() - PART.length()) + WHOLE));
    List<Path> all = waiting();
    for (Path old : all.subList(0, Math.max(0, all.size() - MOST_WAITING))) {
      disk.delete(old);
    }
  }

  private long size(Path file) throws IOException {
    try (DiskFile open = disk.open(file)) {
      return open.size();
    }
  }

  /// Oldest first.
  private List<Path> waiting() throws IOException {
    return disk.list(folder).stream().filter(path -> path.toString().endsWith(WHOLE)).toList();
  }

  public void connected() {
    executor.execute(() -> {
      connected = true;
      quietly(this::sendFirst);
    });
  }

  public void disconnected() {
    executor.execute(() -> {
      connected = false;
      rest();
    });
  }

  private void rest() {
    underWay.ifPresent(Time.Timer::cancel);
    underWay = Optional.empty();
  }

  private void sendFirst() throws IOException {
    rest();
    List<Path> all = waiting();
    if (!all.isEmpty()) {
      send(all.getFirst(), 0);
    }
  }

  private void send(Path path, long offset) throws IOException {
    rest();
    if (!connected) {
      return;
    }
    String[] name = path.getFileName().toString().split("~", 2);
    String runId = name[1].substring(0, name[1].length() - WHOLE.length());
    try (DiskFile file = disk.open(path)) {
      byte[] piece = file.read(offset, Message.RecordingPiece.MOST_AT_ONCE);
      server.accept(
          new Message.RecordingPiece(runId, Long.parseLong(name[0]), offset, file.size(), piece));
    }
    underWay =
        Optional.of(
            time.runIn(ASK_AGAIN_AFTER, () -> executor.execute(() -> quietly(this::sendFirst))));
  }

  /// The server says how much of a recording it has.
  public void kept(Message.RecordingKept answer) {
    executor.execute(() ->
        quietly(() -> {
          Path path = file(answer.runId(), answer.incarnation(), WHOLE);
          if (!disk.exists(path)) {
            return;
          }
          if (answer.bytes() >= 0 && answer.bytes() < size(path)) {
            send(path, answer.bytes());
          } else {
            disk.delete(path);
            sendFirst();
          }
        }));
  }

  /// Work on the disk. A recording that is lost harms nothing else.
  @FunctionalInterface
  private interface DiskWork {
    void run() throws IOException;
  }

  private void quietly(DiskWork work) {
    try {
      work.run();
    } catch (IOException e) {
      log.accept("flight recordings wait: " + e.getMessage());
    }
  }
}
