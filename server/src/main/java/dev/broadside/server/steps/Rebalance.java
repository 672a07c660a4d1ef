package dev.broadside.server.steps;

import static dev.broadside.server.steps.Situation.longer;

import dev.broadside.core.job.AgentLoss;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.load.LoadChange;
import dev.broadside.core.load.LoadControl;
import dev.broadside.core.pace.Sharing;
import dev.broadside.core.wire.ShareStatus;
import dev.broadside.server.agents.AgentTimeouts;
import dev.broadside.server.store.row.ShareRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Says who carries the load of a job with `on-agent-loss: rebalance` when an agent of it is lost
/// or back. Pure.
///
/// An agent counts as lost when its load has surely ended: its share is over, or it has been silent
/// for longer than it goes on without its server. One that was lost counts as back when its load
/// goes on. An iteration of a closed load counts as going on for the grace time: until then its
/// thread is at work, even if its agent was told otherwise.
public final class Rebalance {
  private static final Duration LEAST_LEFT = Duration.ofSeconds(3);

  private Rebalance() {}

  /// The change to make, and in words which agents are lost or back.
  public record Move(LoadControl set, String why) {}

  /// The next change, if one is to be made now.
  ///
  /// @param untilEnd how far the end of the load lies ahead
  /// @param aware whether these agents follow the newest change
  public static Optional<Move> next(
      Situation now, Duration untilEnd, Predicate<Collection<String>> aware) {
    if (AgentLoss.of(now.job().spec()) != AgentLoss.REBALANCE
        || now.since().start().isNegative()
        || untilEnd.compareTo(LEAST_LEFT) < 0
        || now.job().changes().size() >= LoadChange.MOST) {
      return Optional.empty();
    }
    int shares = now.shares().size();
    Sharing current = now.job().control().sharing().orElseGet(() -> Sharing.all(shares));
    List<ShareRow> there =
        now.shares().stream().filter(share -> there(now, share, current)).toList();
    List<String> names = there.stream().map(ShareRow::agent).toList();
    // After a restart the server does not know what its agents have heard; when this time is over,
    // an agent that has not heard of the change has ended its load.
    boolean heard = aware.test(names) && longer(now.since().takenUp(), patience(now));
    return current
        .toward(there.stream().map(share -> share.slice().agentIndex()).toList(), shares, heard)
        .map(sharing -> new Move(LoadControl.of(sharing), why(now.shares(), current, there)));
  }

  private static boolean there(Situation now, ShareRow share, Sharing current) {
    boolean goesOn =
        share.status() instanceof ShareStatus.Running
            || current.present().contains(share.slice().agentIndex());
    // One that was given up may not come back, but goes on with its load while it has no server.
    boolean ended = share.over() && !share.lost();
    return goesOn && !ended && !longer(now.silence(share), patience(now));
  }

  private static Duration patience(Situation now) {
    JobSpec spec = now.job().spec();
    Duration silent = AgentLoss.REBALANCE.lease().plus(AgentTimeouts.LOST_AFTER);
    return spec.open() ? silent : silent.plus(spec.grace());
  }

  private static String why(List<ShareRow> all, Sharing before, List<ShareRow> there) {
    List<String> words = new ArrayList<>();
    for (ShareRow share : all) {
      boolean was = before.present().contains(share.slice().agentIndex());
      if (was != there.contains(share)) {
        words.add(share.agent() + (was ? " is lost" : " is back"));
      }
    }
    return words.isEmpty()
        ? "all agents follow the previous change"
        : shortened(String.join(", ", words));
  }

  private static String shortened(String words) {
    return words.length() <= 80 ? words : words.substring(0, 79) + "…";
  }
}
