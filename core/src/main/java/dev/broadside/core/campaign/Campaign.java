package dev.broadside.core.campaign;

import dev.broadside.core.job.Outcome;
import dev.broadside.core.job.Subscription;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Work with members: a [Study], whose steps its plan generates, or a [JobGroup], whose jobs and
/// studies are written in a document. Immutable: each change gives a new one.
///
/// What comes next depends only on the states of the members, so a restarted server goes on where
/// it stopped. Each member is an ordinary job or study whose id follows from the campaign's, so
/// submitting it twice makes it once.
///
/// ```
///  pending ---> running <----> paused     only Running begins members
///     |          |   |           |
///     |          |   +->stopping<+        members that go on are ended first
///     v          v         |
///    done <------+---------+              a group that is done can be resumed
/// ```
public sealed interface Campaign permits Study, JobGroup {
  String id();

  /// A short name.
  String name();

  /// The definition that it is a run of: its own id, if the user has given none.
  String definition();

  /// The channels that are notified about it as a whole.
  List<Subscription> subscriptions();

  CampaignState state();

  /// The names of its members, in their order.
  List<String> names();

  /// The state of each member, by name.
  Map<String, MemberState> members();

  /// When the server took it.
  Instant submittedAt();

  /// The campaign with every member begun that may begin now, and every member skipped that cannot
  /// begin any more. Those that begin are [MemberState.Starting] with one more attempt. It is the
  /// same object if there is nothing to do.
  Campaign next();

  /// How it ends, once no member is active and [#next()] begins no other.
  Optional<Outcome> end();

  /// The id of a member's job or study.
  ///
  /// @param attempt from 1
  String memberId(String member, int attempt);

  /// Whether it still needs a job or a study, by its id: without it, it would begin it again, or
  /// judge without its result.
  boolean needs(String begun);

  /// Whether it has the same plan as another one.
  boolean plansLike(Campaign other);

  Campaign in(CampaignState other);

  /// The campaign with a member in another state.
  Campaign with(String member, MemberState other);

  /// The campaign after it is resumed from a pause; a group also from its end. It is the same
  /// object if it runs anyway.
  Campaign resumed();

  /// @throws IllegalArgumentException if there is no such member
  default MemberState of(String member) {
    if (members().get(member) instanceof MemberState state) {
      return state;
    }
    throw new IllegalArgumentException("no member " + member);
  }

  default boolean done() {
    return state() instanceof CampaignState.Done;
  }

  /// When it ended; empty until then.
  default Optional<Instant> endedAt() {
    return state() instanceof CampaignState.Done(Instant at, Outcome _)
        ? Optional.of(at)
        : Optional.empty();
  }

  /// Why it waits, failed or was cancelled; empty otherwise.
  default String reason() {
    return state().reason();
  }

  /// Whether any member is being submitted or runs.
  default boolean active() {
    return members().values().stream().anyMatch(MemberState::active);
  }
}
