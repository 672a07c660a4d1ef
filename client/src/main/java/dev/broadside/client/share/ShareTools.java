package dev.broadside.client.share;

import dev.broadside.client.pack.PackCache;
import dev.broadside.core.job.Plan;
import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Message;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/// What a [ShareDriver] uses. All shares of an agent, or of `broadside run`, have the same.
///
/// @param loop the agent's own thread
/// @param controller takes a message to the controller of the shares, as long as there is a
///   connection
/// @param forget takes the run's id of a share that is gone
public record ShareTools(
    Time time,
    Executor loop,
    ServerClock clock,
    Packs packs,
    Launcher launcher,
    Consumer<Message> controller,
    Consumer<String> forget) {

  /// Where packs come from.
  @FunctionalInterface
  public interface Packs {
    /// Gets a pack. Returns at once; callbacks come on any thread.
    void fetch(String sha256, PackCache.Progress progress, Consumer<PackCache.Result> then);
  }

  /// Starts workers.
  @FunctionalInterface
  public interface Launcher {
    /// Starts a worker for a share. Returns at once.
    ///
    /// @param plan of any incarnation; the worker's own comes with its run
    void launch(Plan plan, Path pack, WorkerRun.Listener listener);
  }
}
