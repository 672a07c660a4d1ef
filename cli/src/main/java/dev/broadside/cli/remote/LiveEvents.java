package dev.broadside.cli.remote;

import dev.broadside.cli.remote.EventReader.Event;
import dev.broadside.cli.shell.Causes;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.core.param.Problem;
import dev.broadside.core.time.SystemTime;
import dev.broadside.core.time.Time;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/// The live stream of a job until its end. A stream that breaks is resumed where it broke. For one
/// thread.
public final class LiveEvents {
  private static final int TRIES = 20;
  private static final Duration PAUSE = Duration.ofMillis(500);

  private final ServerClient client;
  private final String path;
  private final Duration pause;
  private final Consumer<String> note;
  private final Time time = new SystemTime();
  private String lastId;
  private boolean begun;
  private int failures;

  /// @param path of the job
  /// @param after the id of the event after which it begins; empty for the beginning
  /// @param note hears of breaks
  public LiveEvents(ServerClient client, String path, String after, Consumer<String> note) {
    this(client, path, after, note, PAUSE);
  }

  /// @param pause before a stream that broke is resumed
  public LiveEvents(
      ServerClient client, String path, String after, Consumer<String> note, Duration pause) {
    this.client = client;
    this.path = path;
    this.lastId = after;
    this.note = note;
    this.pause = pause;
  }

  /// Gives each event to a consumer, up to and including the one that says that the job has ended.
  public void each(Consumer<Event> taker) throws CommandException, InterruptedException {
    while (!eachOnce(taker)) {
      Thread.sleep(pause);
    }
  }

  /// True when the end has come; false when the stream broke before.
  private boolean eachOnce(Consumer<Event> taker) throws CommandException, InterruptedException {
    try (EventReader stream = client.events(path + "/live", lastId, time)) {
      begun = true;
      for (Optional<Event> event = stream.next(); event.isPresent(); event = stream.next()) {
        failures = 0;
        // State and progress have no id: a client that comes back gets them again.
        lastId = event.get().id().isEmpty() ? lastId : event.get().id();
        taker.accept(event.get());
        if (event.get().name().equals("end")) {
          return true;
        }
      }
      broke(brokenOff("it ended before the job"));
    } catch (IOException e) {
      note.accept("the live stream broke (" + Causes.of(e) + "), resuming it");
      broke(brokenOff(Causes.of(e)));
    } catch (CommandException e) {
      broke(e);
    }
    return false;
  }

  private CommandException brokenOff(String cause) {
    return new CommandException(
        Problem.unreachable(
            "server " + client.address(),
            "its live stream breaks off each time that it is resumed (" + cause + ")",
            "look at the server's log, and at what stands between"));
  }

  /// Counts a break, and gives up after too many without an event between them, or if there was no
  /// stream yet.
  private void broke(CommandException broken) throws CommandException {
    failures++;
    if (failures > TRIES || !begun) {
      throw broken;
    }
  }
}
