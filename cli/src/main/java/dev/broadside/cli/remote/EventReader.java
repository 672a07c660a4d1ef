package dev.broadside.cli.remote;

import dev.broadside.core.time.Time;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/// Reads server-sent events from a response, one after another. For one thread.
///
/// The server sends at least a comment every few seconds. A stream on which nothing comes for
/// longer has lost its server, as if that loses power, and breaks.
public final class EventReader implements AutoCloseable {
  private static final int MOST_DATA = 8 << 20;

  /// Four of the server's comments.
  static final Duration SILENCE = Duration.ofSeconds(20);

  private final InputStream body;
  private final BufferedReader in;
  private String lastId = "";

  /// @param body the response's; closing it ends a read of another thread
  EventReader(InputStream body, Time time) {
    this.body = new WatchedStream(body, SILENCE, time);
    this.in = new BufferedReader(new InputStreamReader(this.body, StandardCharsets.UTF_8));
  }

  /// One event.
  ///
  /// @param id the id to resume after; empty if the stream gives none
  /// @param name what kind; `message` if the stream does not say
  public record Event(String id, String name, String data) {}

  /// The next event; empty at the end of the stream.
  ///
  /// @throws IOException if it breaks, or stays silent for too long
  public Optional<Event> next() throws IOException {
    String name = "message";
    StringBuilder data = new StringBuilder();
    boolean any = false;
    for (Optional<String> read = line(); read.isPresent(); read = line()) {
      String line = read.get();
      if (line.isEmpty()) {
        if (any) {
          return Optional.of(new Event(lastId, name, data.toString()));
        }
        name = "message";
        continue;
      }
      String value = valueOf(line);
      switch (fieldOf(line)) {
        case "event" -> name = value;
        case "id" -> lastId = value;
        case "data" -> {
          data.append(any ? "\n" : "").append(value);
          any = true;
        }
        default -> {
          // Comments, which keep the connection open, and fields that are not needed here.
        }
      }
      if (data.length() > MOST_DATA) {
        throw new IOException("an event of the stream is larger than " + MOST_DATA + " characters");
      }
    }
    return Optional.empty();
  }

  private Optional<String> line() throws IOException {
    return Optional.ofNullable(in.readLine());
  }

  private static String fieldOf(String line) {
    int colon = line.indexOf(':');
    return colon < 0 ? line : line.substring(0, colon);
  }

  private static String valueOf(String line) {
    int colon = line.indexOf(':');
    String value = colon < 0 ? "" : line.substring(colon + 1);
    return value.startsWith(" ") ? value.substring(1) : value;
  }

  @Override
  public void close() throws IOException {
    body.close();
  }
}
