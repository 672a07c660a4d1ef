package dev.broadside.core.campaign;

import dev.broadside.core.job.Outcome;
import dev.broadside.core.job.Subscription;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Work with members: a [Study], whose steps its plan generates, or a [JobGroup], whose jobs and
/// studies somebody has written down. Immutable; each change is a new one.
///
/// What comes next follows from where the members are and from nothing else, so a server that has
/// just started goes on where the last one was. Each member is an ordinary job or study whose id
/// follows from the campaign's, so submitting it twice makes it once.
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

  /// A few words.
  String name();

  /// What it is a run of: its own id, if nobody has given it a name.
  String definition();

  /// Who is notified of it as a whole.
  List<Subscription> subscriptions();

  CampaignState state();

  /// The names of its members, in their order.
  List<String> names();

  /// Where each member is, by name.
  Map<String, MemberState> members();

  /// When the server took it.
  Instant submittedAt();

  /// The campaign with every member begun that may begin now, and every member skipped that cannot
  /// begin any more. Those that begin are [MemberState.Starting] with one attempt more. The same
  /// campaign if there is nothing to do.
  Campaign next();

  /// How it ends, once no member goes on and [#next()] begins no other.
  Optional<Outcome> end();

  /// The id of a member's job or study.
  ///
  /// @param attempt from 1
  String memberId(String member, int attempt);

  /// Whether it would go wrong without a job or a study, by its id: it would begin it once more, or
  /// judge without its result.
  boolean needs(String begun);

  /// Whether it plans the same as another one.
  boolean plansLike(Campaign other);

  Campaign in(CampaignState other);

  /// The campaign with a member in another state.
  Campaign with(String member, MemberState other);

  /// The campaign going on again after a pause; a group also after its end. The same if it goes on
  /// anyway.
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

  /// Empty until it is over.
  default Optional<Instant> endedAt() {
    return state() instanceof CampaignState.Done(Instant at, Outcome _)
        ? Optional.of(at)
        : Optional.empty();
  }

  /// Why it waits, failed or was cancelled; empty otherwise.
  default String reason() {
    return state().reason();
  }

  /// Whether a member is being begun or goes on.
  default boolean active() {
    return members().values().stream().anyMatch(MemberState::active);
  }
}
