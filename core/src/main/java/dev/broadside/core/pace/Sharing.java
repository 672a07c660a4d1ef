package dev.broadside.core.pace;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;

/// Who carries the load of a job of which some shares are lost: the arrivals of an open one, the
/// threads of a closed one. Immutable.
///
/// Shares that are present keep their own part. That of lost ones is dealt out among them, or
/// nobody has it. So nobody who has not heard yet of a change from one to the other has what
/// somebody else has, too: see [#toward].
///
/// @param present the shares that are there, by index
/// @param lent whether they have the lost ones' part, too
public record Sharing(List<Integer> present, boolean lent) {
  public Sharing {
    present = List.copyOf(new TreeSet<>(present));
  }

  /// All shares are there.
  public static Sharing all(int shares) {
    return new Sharing(IntStream.range(0, shares).boxed().toList(), true);
  }

  /// What is next on the way to other shares being there; empty where nothing is to be done, or not
  /// yet. What is lent is given back before anybody else gets it.
  ///
  /// @param there those that are there now
  /// @param shares how many the job has
  /// @param heard whether all that are there know of this sharing, and have ended what it takes
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
  public ShareTurns turns(Share share) {
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
