package dev.broadside.core.pace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whoever is lost, back or late to hear of it, no arrival is begun twice; and once all know, each
/// is begun once.
final class SharingTest {
  private static final int STEPS = 3_000;

  /// The server and its agents: what each that is there knows of who begins what.
  private static final class Job {
    private final int shares;
    private final TreeMap<Integer, Sharing> there = new TreeMap<>();
    private Sharing newest;

    Job(int shares) {
      this.shares = shares;
      newest = Sharing.all(shares);
      IntStream.range(0, shares).forEach(share -> there.put(share, newest));
    }

    void step(Random random) {
      int share = random.nextInt(shares);
      switch (random.nextInt(6)) {
        case 0 -> there.remove(share);
        // Whoever is back is told everything with its plan.
        case 1 -> there.putIfAbsent(share, newest);
        default -> there.replace(share, newest);
      }
      boolean heard = there.values().stream().allMatch(newest::equals);
      newest.toward(there.keySet(), shares, heard).ifPresent(next -> newest = next);
    }

    void settle() {
      for (int i = 0; i < 4; i++) {
        there.replaceAll((_, _) -> newest);
        newest.toward(there.keySet(), shares, true).ifPresent(next -> newest = next);
      }
      there.replaceAll((_, _) -> newest);
    }

    /// How often each of some arrivals is begun.
    List<Integer> owners(int arrivals) {
      List<Integer> owners = new ArrayList<>();
      for (int i = 0; i < arrivals; i++) {
        long number = i;
        owners.add(
            (int)
                there.entrySet().stream()
                    .map(one -> one.getValue().turns(new Portion(one.getKey(), shares)))
                    .filter(turns -> turns.places().contains(number % turns.of()))
                    .count());
      }
      return owners;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5})
  void nothingIsBegunTwiceAndOnceAllKnowNothingIsLeftOut(int shares) {
    int round = shares * 60;
    for (long seed = 1; seed <= 5; seed++) {
      Random random = new Random(seed);
      Job job = new Job(shares);
      TreeSet<Integer> seen = new TreeSet<>();
      for (int i = 0; i < STEPS / 5; i++) {
        job.step(random);
        List<Integer> owners = job.owners(round);
        assertTrue(owners.stream().allMatch(count -> count <= 1), "seed " + seed + ", step " + i);
        seen.addAll(owners);
        if (random.nextInt(10) == 0 && !job.there.isEmpty()) {
          job.settle();
          assertEquals(List.of(1), job.owners(round).stream().distinct().toList());
        }
      }
      assertTrue(seen.contains(0) && seen.contains(1));
    }
  }
}
