package dev.broadside.jobs.tpcc;

import dev.broadside.core.work.Facts;
import dev.broadside.kit.draw.Mixed;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/// The constants C of [NuRand]: one set for all threads of all agents.
///
/// @param lastLoad for last names while the tables are loaded
/// @param lastRun for last names during the run
/// @param customer for customers' numbers
/// @param item for items
record NuRandConstants(int lastLoad, int lastRun, int customer, int item) {
  private static final String FACT = "data.nurand-c.";

  /// Draws them, or takes those that a tool has fixed.
  ///
  /// @param dataSeed of the load
  /// @param runSeed of this job
  static NuRandConstants draw(Compat compat, long dataSeed, long runSeed) {
    if (compat.constants().isPresent()) {
      return compat.constants().get();
    }
    int lastLoad = forLoad(dataSeed);
    RandomGenerator random = new SplittableRandom(Mixed.of(runSeed, 0, 2));
    return new NuRandConstants(
        lastLoad,
        forRun(lastLoad, random),
        random.nextInt(NuRand.CUSTOMER + 1),
        random.nextInt(NuRand.ITEM + 1));
  }

  /// The load's own, which all of its agents and threads draw alike.
  static int lastLoad(Compat compat, long dataSeed) {
    return compat.constants().map(NuRandConstants::lastLoad).orElseGet(() -> forLoad(dataSeed));
  }

  private static int forLoad(long dataSeed) {
    return new SplittableRandom(Mixed.of(dataSeed, 0, 1)).nextInt(NuRand.LAST_NAME + 1);
  }

  /// Clause 2.1.6.1: far enough from the load's, and not too far. From every constant of a load
  /// there are some.
  private static int forRun(int load, RandomGenerator random) {
    int run = random.nextInt(NuRand.LAST_NAME + 1);
    while (!allowed(load, run)) {
      run = random.nextInt(NuRand.LAST_NAME + 1);
    }
    return run;
  }

  /// Whether clause 2.1.6.1 allows these two constants for last names together.
  static boolean allowed(int load, int run) {
    int delta = Math.abs(run - load);
    return delta >= 65 && delta <= 119 && delta != 96 && delta != 112;
  }

  Facts into(Facts facts) {
    return facts
        .with(FACT + "last-name-load", lastLoad)
        .with(FACT + "last-name-run", lastRun)
        .with(FACT + "customer", customer)
        .with(FACT + "item", item);
  }

  static NuRandConstants from(Facts facts) {
    return new NuRandConstants(
        (int) facts.whole(FACT + "last-name-load"),
        (int) facts.whole(FACT + "last-name-run"),
        (int) facts.whole(FACT + "customer"),
        (int) facts.whole(FACT + "item"));
  }
}
