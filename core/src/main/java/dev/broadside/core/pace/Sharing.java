package dev.broadside.core.pace;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;

/// Which shares carry the load of a job that has lost some: the arrivals of an open load, the
/// threads of a closed one. Immutable.
///
/// Shares that are present keep their own part. The parts of lost shares are dealt out among them,
/// or stay undone. An agent that has not yet heard of a change therefore never does what another
/// agent does, too: see [#toward].
///
/// @param present the shares that are present, by index
/// @param lent whether they carry the lost shares' parts, too
public record Sharing(List<Integer> present, boolean lent) {
  public Sharing {
    present = List.copyOf(new TreeSet<>(present));
  }

  /// All shares are there.
  public static Sharing all(int shares) {
    return new Sharing(IntStream.range(0, shares).boxed().toList(), true);
  }

  /// The next sharing on the way to other shares being present; empty if nothing is to be done, or
  /// not yet. A lent part is given back before another share gets it.
  ///
  /// @param there the shares that are present now
  /// @param shares how many the job has
  /// @param heard whether all present shares know of this sharing, and have ended what it takes
  ///   from them
  public Optional<Sharing> toward(Collection<Integer> there, int shares, boolean heard) {
    Sharing wanted = new Sharing(List.copyOf(there), true);
    if (wanted.present.isEmpty() || wanted.equals(this)) {
      return Optional.empty();
    }
    boolean whole = present.size() == shares;
    if (lent && !whole) {
      List<Integer> still = present.stream().filter(there::contains).toList();
      return Optional.of(new Sharing(still, false));
    }
    return whole || heard ? Optional.of(wanted) : Optional.empty();
  }

  /// Which arrivals of an open load a share begins.
  public ShareTurns turns(Portion share) {
    int rank = present.indexOf(share.index());
    if (rank < 0) {
      return new ShareTurns(List.of(), share.of());
    }
    if (!lent || present.size() == share.of()) {
      return ShareTurns.of(share);
    }
    List<Long> places = new ArrayList<>();
    for (int round = 0; round < present.size(); round++) {
      places.add(share.index() + (long) share.of() * round);
    }
    for (int other = 0; other < share.of(); other++) {
      if (!present.contains(other)) {
        places.add(other + (long) share.of() * rank);
      }
    }
    return new ShareTurns(places, (long) share.of() * present.size());
  }

  /// In a few words.
  public String words() {
    String shares = present.size() == 1 ? "1 agent" : present.size() + " agents";
    return shares + (lent ? " with the whole load" : ", each with its own part only");
  }
}
