package dev.broadside.server.jobs;

import dev.broadside.server.store.AgentTable;
import dev.broadside.server.threads.Serial;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/// The commands for agents: drain, rename, revoke, and whether one can be forgotten. Safe for use
/// by several threads.
public final class AgentControl {
  private final AgentTable agents;
  private final AgentRoster roster;
  private final PlacedJobs runs;
  private final PendingJobs pending;
  private final Dispatcher dispatcher;
  private final Serial own;
  private final Executor bulk;

  /// What became of an attempt to rename an agent.
  public sealed interface Renaming {
    /// It has its new name.
    record Done() implements Renaming {}

    /// There is no agent of the old name.
    record Unknown() implements Renaming {}

    /// It keeps its name.
    ///
    /// @param why a sentence without a stop
    record NotNow(String why) implements Renaming {}

    /// What the store's answer means.
    private static Renaming of(AgentTable.Renamed kept, String name) {
      return switch (kept) {
        case DONE -> new Done();
        case UNKNOWN -> new Unknown();
        case TAKEN -> new NotNow("Another agent has joined as " + name);
      };
    }
  }

  /// @param own the coordinator's thread
  /// @param bulk for what waits for the store
  AgentControl(
      AgentTable agents,
      AgentRoster roster,
      PlacedJobs runs,
      PendingJobs pending,
      Dispatcher dispatcher,
      Serial own,
      Executor bulk) {
    this.agents = agents;
    this.roster = roster;
    this.runs = runs;
    this.pending = pending;
    this.dispatcher = dispatcher;
    this.own = own;
    this.bulk = bulk;
  }

  /// Why no other agent may take an agent's name, in a sentence without a stop: it is connected, or
  /// has a share that may still bring records. Empty if another one may.
  public CompletableFuture<Optional<String>> occupation(String agent) {
    return own.ask(() -> occupied(agent));
  }

  private Optional<String> occupied(String agent) {
    return roster.attached(agent)
        ? Optional.of("An agent named " + agent + " is connected")
        : share(agent);
  }

  private Optional<String> share(String agent) {
    return runs.heldBy(agent)
        .map(run -> "Agent " + agent + " still holds its share of job " + run.job().id());
  }

  /// Why an agent cannot be forgotten, in a sentence without a stop: it is connected and not
  /// drained, or has a share that may still bring records. Empty if it can.
  public CompletableFuture<Optional<String>> need(String agent) {
    return own.ask(() -> {
      String mend =
          roster.attached(agent)
              ? "; drain it and wait until it is empty"
              : "; start it again so that it brings what it may still have";
      boolean drained = roster.drained().contains(agent);
      return (drained ? share(agent) : occupied(agent)).map(why -> why + mend);
    });
  }

  /// An agent's credential was revoked: its connection ends at once, and its shares are given up.
  public CompletableFuture<Void> revoked(String agent) {
    return own.ask(() -> {
      roster.revoked(agent);
      runs.all()
          .forEach(run -> run.whenKept(agent + " revoked", () -> dispatcher.abandon(run, agent)));
      pending.agentsChanged();
      return null;
    });
  }

  /// Drains an agent, so that it gets no new job while its present ones go on; or ends that.
  ///
  /// @param now whether it is to be drained
  /// @return false if no agent of this name is connected
  public CompletableFuture<Boolean> drain(String agent, boolean now) {
    return own.ask(() -> roster.process(agent))
        .thenApplyAsync(
            there -> {
              there.ifPresent(process -> agents.drain(agent, there.filter(_ -> now)));
              return there;
            },
            bulk)
        .thenCompose(there -> own.ask(() -> drained(agent, there, now)));
  }

  private boolean drained(String agent, Optional<String> process, boolean now) {
    process.ifPresent(_ -> roster.session(agent).drain(process.filter(_ -> now)));
    pending.agentsChanged();
    return process.isPresent();
  }

  /// Gives an agent another name. Its credential stays valid; its connection ends, and it comes
  /// back by itself and hears its name. Earlier results keep the old one.
  ///
  /// @param cut closes the connections that still have the old name; may block
  public CompletableFuture<Renaming> rename(String agent, String name, Runnable cut) {
    return CompletableFuture.supplyAsync(() -> agents.holds(agent), bulk)
        .thenCompose(there ->
            there
                ? renameThere(agent, name, cut)
                : CompletableFuture.completedFuture(new Renaming.Unknown()));
  }

  private CompletableFuture<Renaming> renameThere(String agent, String name, Runnable cut) {
    return own.ask(() -> beginRenaming(agent, name))
        .thenCompose(why ->
            why.isPresent()
                ? CompletableFuture.completedFuture(new Renaming.NotNow(why.get()))
                : renameFree(agent, name, cut));
  }

  /// Why an agent cannot be renamed, in a sentence without a stop; if it can, it gets no job until
  /// that is done.
  private Optional<String> beginRenaming(String agent, String name) {
    Optional<String> why =
        roster
            .renaming(agent)
            .or(() -> roster.renaming(name))
            .or(() -> away(agent))
            .or(() -> share(agent))
            .or(() ->
                pending
                    .about(agent)
                    .map(job -> "Job " + job + " is about to begin on agent " + agent))
            .or(() -> occupied(name));
    if (why.isEmpty()) {
      roster.beginRenaming(agent);
    }
    return why;
  }

  private Optional<String> away(String agent) {
    return roster.attached(agent)
        ? Optional.empty()
        : Optional.of("Agent " + agent + " is not connected, so it would not hear of its name");
  }

  private CompletableFuture<Renaming> renameFree(String agent, String name, Runnable cut) {
    return CompletableFuture.supplyAsync(() -> agents.rename(agent, name), bulk)
        .thenCompose(kept -> own.ask(() -> renamed(kept, agent, name)))
        .thenApplyAsync(
            outcome -> {
              if (outcome instanceof Renaming.Done) {
                cut.run();
              }
              return outcome;
            },
            bulk)
        .whenComplete((_, _) ->
            own.execute(() -> {
              roster.endRenaming(agent);
              pending.agentsChanged();
            }));
  }

  private Renaming renamed(AgentTable.Renamed kept, String agent, String name) {
    if (kept == AgentTable.Renamed.DONE) {
      roster.renamed(agent, name);
    }
    return Renaming.of(kept, name);
  }
}
