package dev.broadside.core.run;

import dev.broadside.core.run.ShareData.Owner;
import dev.broadside.core.run.ShareData.Wanted;
import dev.broadside.core.run.ShareInput.Exited;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.wire.ShareStatus;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The worker is about to end, or has ended and its records are being closed.
sealed interface WorkerEnding extends ShareState {
  /// How long a worker may take to exit after [ShareGoal.Release].
  Duration EXIT = Duration.ofSeconds(5).plus(Patience.MARGIN);

  /// The agent has killed the worker, and waits until its process has ended.
  ///
  /// @param why in words that follow "the worker"
  /// @param replaceable whether another worker may take the load up, since only this one was at
  ///   fault
  record Killed(String why, boolean replaceable) implements WorkerEnding {}

  /// The worker was told to exit.
  ///
  /// @param killNanos when it is killed if it has not exited; empty if it has been killed
  /// @param replaced whether another worker is to take up the load, which this one had ended
  record Exiting(OptionalLong killNanos, boolean replaced) implements WorkerEnding {}

  /// The worker has ended, and what it counted last is read from its counters.
  ///
  /// @param last the state of the share when the worker ended
  record Closing(ShareState last, ShareInput.Exited exit) implements WorkerEnding {
    private ShareState closed(ShareInput.RecordsClosed closed, Transition t) {
      t.update(t.share().with(t.load().after(closed.arrivals())));
      if (last instanceof Exiting(OptionalLong _, boolean replaced)) {
        boolean wanted = t.share().wanted() == Wanted.LOAD && t.share().stays();
        return replaced && wanted ? BeforeWorker.takeUp(t) : end(t);
      }
      Optional<Killed> killed = last instanceof Killed kill ? Optional.of(kill) : Optional.empty();
      WorkerDeath death = new WorkerDeath(exit, killed, closed.underWay());
      if (closed.whole() && !t.share().over()) {
        // The worker had ended its load and sealed everything, but died before it could report
        // that.
        t.loadEnded(closed.lastSeq());
      }
      if (mayBeReplaced(t)) {
        t.log(death.sentence() + "; another one takes its load up");
        return BeforeWorker.takeUp(t);
      }
      dieFor(death, closed.lastSeq(), t);
      return t.share().owner() == Owner.STOPS && !t.share().unwanted()
          ? new WorkerGone.Ended(AfterLoad.deliver(t))
          : end(t);
    }

    private static ShareState end(Transition t) {
      return t.share().unwanted() ? WorkerGone.discard(t) : WorkerGone.ended(t);
    }

    /// Whether another worker is to take up the load of a dead one.
    private boolean mayBeReplaced(Transition t) {
      boolean loading = last.loading() || (last instanceof Killed killed && killed.replaceable());
      ShareData share = t.share();
      if (!loading
          || share.over()
          || share.wanted() != Wanted.LOAD
          || !share.stays()
          || share.load().ended(t.now())) {
        return false;
      }
      List<Long> deaths = WorkerDeath.counted(share.deaths(), t.now().nanos());
      t.update(share.died(deaths));
      return deaths.size() < WorkerDeath.MOST;
    }

    /// No other worker follows. If the worker died after its load, the load is complete, and only
    /// the verification may be missing. If the agent is stopping before the planned end, the next
    /// agent of that name may take the load up.
    private static void dieFor(WorkerDeath death, long lastSeq, Transition t) {
      ShareData share = t.share();
      boolean ending = !share.stays();
      if (!(share.status() instanceof ShareStatus.Finished(long last))
          || last < 0
          || !share.load().first()) {
        t.become(death.after(share.status(), lastSeq, share.deaths().size(), ending));
      } else if (ending && !share.load().ended(t.now())) {
        t.become(death.resumable(last));
      } else {
        t.unverified(death.sentence());
      }
    }
  }

  /// Kills a worker that is at fault.
  ///
  /// @param fault in words that follow "the worker"
  static ShareState kill(String fault, Transition t) {
    return killNow(fault + " and was killed", t);
  }

  /// Kills a worker that has done nothing wrong.
  ///
  /// @param why in words that follow "the worker"
  static ShareState killNow(String why, Transition t) {
    t.add(new ShareEffect.Kill());
    return new Killed(why, false);
  }

  static ShareState killAtShutDown(Transition t) {
    return killNow("was killed because its agent was stopped", t);
  }

  /// Kills a worker that cannot take the load up, so that another one can try.
  static ShareState replace(String why, Transition t) {
    t.add(new ShareEffect.Kill());
    return new Killed("could not take the load up again: " + why, true);
  }

  static ShareState exit(boolean replaced, Transition t) {
    t.order(new ShareGoal.Release());
    return new Exiting(OptionalLong.of(t.now().nanos() + EXIT.toNanos()), replaced);
  }

  static ShareState close(ShareState last, ShareInput.Exited exit, Transition t) {
    t.add(new ShareEffect.CloseRecords(t.load().ranNanos(t.now())));
    return new Closing(last, exit);
  }

  @Override
  default OptionalLong wakeNanos() {
    return this instanceof Exiting(OptionalLong killNanos, boolean _)
        ? killNanos
        : OptionalLong.empty();
  }

  @Override
  default ShareState on(ShareInput.Event event, Transition t) {
    return switch (event) {
      case ShareInput.Reported(ShareStatus said) -> said(said, t);
      case ShareInput.Exited exit -> exited(exit, t);
      case ShareInput.RecordsClosed closed ->
          this instanceof Closing closing ? closing.closed(closed, t) : this;
      case ShareInput.LeaseOver _ -> notReplaced(t);
      case ShareInput.ShutDown _ -> shutDown(t);
      case ShareInput.Woken _ -> isTime(t) ? killLate(t) : this;
      case ShareInput.Begin _,
          ShareInput.Acknowledged _,
          ShareInput.Answer _,
          ShareInput.Connected _,
          ShareInput.AgentStops _ ->
          this;
    };
  }

  @Override
  default ShareState obey(ShareGoal goal, Transition t) {
    return switch (goal) {
      case ShareGoal.Stop _ -> notReplaced(t);
      // The transition has noted that nothing is wanted; the records of a dead worker are closed
      // first.
      case ShareGoal.Release _ -> this;
      case ShareGoal.Prepare _, ShareGoal.Resume _, ShareGoal.OfWorker _ -> t.answer(this);
    };
  }

  /// A worker's report may arrive after the worker was killed, and may say that its load had ended.
  private ShareState said(ShareStatus said, Transition t) {
    if (this instanceof Killed && !t.share().over()) {
      switch (said) {
        case ShareStatus.Underway underway when t.share().isNews(underway) -> t.pass(underway);
        case ShareStatus.Finished(long lastSeq) -> t.loadEnded(lastSeq);
        case ShareStatus.Underway _,
            ShareStatus.Verified _,
            ShareStatus.Rejected _,
            ShareStatus.Broken _,
            ShareStatus.Gone _ -> {}
      }
    }
    return this;
  }

  private ShareState notReplaced(Transition t) {
    t.report();
    return this instanceof Exiting(OptionalLong killNanos, boolean _)
        ? new Exiting(killNanos, false)
        : this;
  }

  private ShareState shutDown(Transition t) {
    switch (this) {
      case Killed _, Exiting _ -> t.add(new ShareEffect.Kill());
      // After the closing record, which may be on its way to the disk.
      case Closing _ -> t.add(new ShareEffect.KeepRecords());
    }
    return this;
  }

  private ShareState killLate(Transition t) {
    t.add(new ShareEffect.Kill());
    return this instanceof Exiting(OptionalLong _, boolean replaced)
        ? new Exiting(OptionalLong.empty(), replaced)
        : this;
  }

  private ShareState exited(ShareInput.Exited exit, Transition t) {
    return switch (this) {
      case Exiting _ when t.share().wanted() == Wanted.NOTHING -> WorkerGone.discard(t);
      case Killed _, Exiting _ -> close(this, exit, t);
      case Closing _ -> this;
    };
  }

  /// The end of a worker that was not told to exit, and what it means, in sentences for people.
  ///
  /// @param killed why its agent killed it; empty if the agent did not kill it
  /// @param underWay the operations that were under way then, as far as its counters tell
  record WorkerDeath(Exited exit, Optional<Killed> killed, String underWay) {
    /// After so many deaths within [#WITHIN] no other worker is started: something kills them all.
    static final int MOST = 3;

    static final Duration WITHIN = Duration.ofMinutes(1);

    private static final int SIGNAL = 128;
    private static final int OUT_OF_MEMORY = 3;
    private static final int SIGKILL = 9;
    private static final int MOST_LINES = 4;
    private static final int MOST_CHARACTERS = 600;

    /// Lines of a JVM that do not name a cause.
    private static final String EMPTY_WORDS =
        "Error: (Could not create the Java Virtual Machine|A fatal exception has occurred).*";

    /// The status of a share after its last worker has died so.
    ///
    /// @param before its status until then
    /// @param lastSeq its newest record
    /// @param deaths how many workers died in its load within a minute
    /// @param resumable whether the next agent of that name may take it up
    ShareStatus after(ShareStatus before, long lastSeq, int deaths, boolean resumable) {
      return switch (before) {
        case ShareStatus.Rejected _, ShareStatus.Verified _, ShareStatus.Finished _ -> before;
        case ShareStatus.Broken(String reason, String said, long _, boolean again) ->
            new ShareStatus.Broken(reason, said, lastSeq, again);
        case ShareStatus.Forking _ when killed.isEmpty() && deaths == 0 ->
            new ShareStatus.Broken(atItsStart(), exit.lastWords(), lastSeq);
        case ShareStatus.Underway _, ShareStatus.Gone _ ->
            new ShareStatus.Broken(atLast(deaths), exit.lastWords(), lastSeq, resumable);
      };
    }

    /// The status of a share whose load the worker had ended, and which the next agent of that name
    /// may take up.
    ShareStatus.Broken resumable(long lastSeq) {
      return new ShareStatus.Broken(sentence(), exit.lastWords(), lastSeq, true);
    }

    /// Why no other worker follows.
    private String atLast(int deaths) {
      return deaths < MOST
          ? sentence()
          : "%d workers died within a minute; at last %s".formatted(deaths, sentence());
    }

    /// The deaths of the last minute, this one included.
    static List<Long> counted(List<Long> before, long now) {
      return Stream.concat(before.stream(), Stream.of(now))
          .filter(death -> now - death <= WITHIN.toNanos())
          .toList();
    }

    /// Why the worker has ended: `the worker died of signal 11`.
    String sentence() {
      return "the worker " + killed.map(this::killed).orElseGet(this::died);
    }

    private String killed(Killed kill) {
      String where = LastWords.HANGS.in(exit.lastWords()).map(said -> ": " + said).orElse("");
      return kill.replaceable() ? kill.why() : kill.why() + where;
    }

    private String died() {
      int status = exit.exit();
      if (status == SIGNAL + SIGKILL && exit.forMemory()) {
        return "was killed by the system for want of memory: give its control group or host more,"
            + " or the worker a smaller heap, such as --worker-option=-Xmx256m";
      }
      if (status == SIGNAL + SIGKILL) {
        return "was killed by signal 9, by a person or by the system for want of memory";
      }
      if (status > SIGNAL) {
        return "died of signal " + (status - SIGNAL);
      }
      Optional<String> called = LastWords.EXITED.in(exit.lastWords());
      if (called.isPresent()) {
        return "was ended by its job class, which called System.exit("
            + status
            + ")"
            + called.get();
      }
      if (status == OUT_OF_MEMORY && LastWords.OUT_OF_MEMORY.in(exit.lastWords()).isPresent()) {
        return "ran out of heap memory"
            + (underWay.isEmpty() ? "" : " while " + underWay + " was under way")
            + ": give it more, such as --worker-option=-Xmx2g";
      }
      return status == 0 ? "ended before its work was done" : "ended with status " + status;
    }

    /// Why it ended before it had taken its plan: the reason in the JVM's own words, and what to
    /// do.
    private String atItsStart() {
      String said =
          exit.lastWords()
              .lines()
              .map(String::strip)
              .filter(line -> !line.isEmpty() && !line.matches(EMPTY_WORDS))
              .limit(MOST_LINES)
              .collect(Collectors.joining("; "));
      String shown = said.substring(0, Math.min(said.length(), MOST_CHARACTERS));
      return sentence()
          + " before it could begin"
          + (shown.isEmpty() ? "" : ": " + shown)
          + "; see whether its JVM takes each --worker-option, and this host has the memory for it";
    }
  }
}
