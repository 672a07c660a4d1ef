package dev.broadside.core.scaling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.pace.Rate;
import dev.broadside.core.scaling.Knee.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The search against systems whose knees are known, in virtual time.
class KneeSearchTest {
  private static final KneePlan PLAN = new KneePlan(100, 100_000, 5);
  private static final KneeSearch SEARCH = new KneeSearch(PLAN, 1);

  /// What a system says to a rate at a step, from 1.
  private interface Stepwise {
    Trial.Verdict at(double rate, int step);
  }

  private static List<Trial> trials(KneeSearch search, DoubleFunction<Trial.Verdict> system) {
    return stepwise(search, (rate, _) -> system.apply(rate));
  }

  private static List<Trial> stepwise(KneeSearch search, Stepwise system) {
    List<Trial> trials = new ArrayList<>();
    for (Optional<Double> rate = search.next(trials);
        rate.isPresent();
        rate = search.next(trials)) {
      assertTrue(trials.size() < 200, "a search ends");
      trials.add(new Trial(rate.get(), system.at(rate.get(), trials.size() + 1)));
    }
    return trials;
  }

  private static Trial.Verdict sharp(double rate, double knee) {
    return rate <= knee ? Trial.Verdict.MET : Trial.Verdict.MISSED;
  }

  /// Sixteen threads that need 10 ms each: 1,600 a second and no more. Arrivals are independent of
  /// one another, and 99 of 100 responses are to take less than 60 ms from the intended start.
  private static Trial.Verdict sixteenThreads(double rate, Random random) {
    PriorityQueue<Double> free = new PriorityQueue<>();
    IntStream.range(0, 16).forEach(_ -> free.add(0.0));
    double now = 0;
    int late = 0;
    int all = (int) (10 * rate);
    for (int i = 0; i < all; i++) {
      now -= Math.log(1 - random.nextDouble()) / rate;
      double end = Math.max(now, free.remove()) + 0.010;
      free.add(end);
      late += end - now > 0.060 ? 1 : 0;
    }
    return late <= all / 100 ? Trial.Verdict.MET : Trial.Verdict.MISSED;
  }

  @Test
  void kneeOfAKnownCeilingIsFoundWithinFivePercentInNineteenOfTwentyRuns() {
    List<Double> knees = new ArrayList<>();
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      List<Trial> trials = trials(SEARCH, rate -> sixteenThreads(rate, random));
      Knee knee = SEARCH.knee(trials);
      assertEquals(Verdict.FOUND, knee.verdict());
      knees.add(knee.rate());
    }
    long near = knees.stream().filter(knee -> Math.abs(knee / 1_600 - 1) <= 0.05).count();
    assertTrue(near >= 19, knees.toString());
  }

  @Test
  void intervalHoldsTheKneeThoughVerdictsAreNoisyAndSomeAreLapses() {
    int held = 0;
    int steps = 0;
    for (int seed = 0; seed < 80; seed++) {
      Random random = new Random(seed);
      List<Trial> trials =
          trials(
              SEARCH,
              rate -> {
                boolean lapse = random.nextDouble() < 0.02;
                double noisy = rate * Math.exp(0.01 * random.nextGaussian());
                return sharp(lapse ? 1_600 * random.nextDouble(2) : noisy, 1_600);
              });
      Knee knee = SEARCH.knee(trials);
      steps += trials.size();
      held += knee.low() <= 1_600 && 1_600 <= knee.high() ? 1 : 0;
    }
    assertTrue(held >= 72, "held in " + held);
    assertTrue(steps < 80 * 25, "steps: " + steps);
  }

  @Test
  void eachRateIsMeasuredAsOftenAsAsked() {
    KneeSearch thrice = new KneeSearch(PLAN, 3);
    List<Trial> trials = trials(thrice, rate -> sharp(rate, 1_600));
    assertEquals(
        List.of(100.0, 100.0, 100.0, 200.0, 200.0, 200.0),
        trials.stream().limit(6).map(Trial::rate).toList());
    assertEquals(0, trials.size() % 3);
    assertEquals(1_600, thrice.knee(trials).rate(), 80);
  }

  @ParameterizedTest
  @ValueSource(doubles = {101, 150, 400, 900, 1_599, 77_000, 99_000})
  void aLimitedGeneratorIsNeverTheKnee(double limit) {
    List<Trial> trials =
        trials(SEARCH, rate -> rate <= limit ? Trial.Verdict.MET : Trial.Verdict.VOID);
    Knee knee = SEARCH.knee(trials);
    assertEquals(Verdict.GENERATOR, knee.verdict());
    assertEquals(knee.met(), knee.rate());
    assertEquals(0, knee.high());
    assertTrue(knee.met() > 0.94 * limit && knee.met() <= limit, knee.toString());
    assertTrue(trials.size() < 40, () -> trials.size() + " steps");
  }

  /// As a neighbour on the host does for ten seconds: the generator's own limit it is where it
  /// shows at another rate, too.
  @Test
  void aRateAtWhichTheGeneratorWasDisturbedEndsNoSearch() {
    for (int from = 3; from < 12; from++) {
      int first = from;
      List<Trial> trials =
          stepwise(
              SEARCH,
              (rate, step) ->
                  step >= first && step < first + 3 ? Trial.Verdict.VOID : sharp(rate, 1_600));
      Knee knee = SEARCH.knee(trials);
      assertEquals(Verdict.FOUND, knee.verdict(), "disturbed from step " + first);
      assertEquals(1_600, knee.rate(), 80);
    }
  }

  /// Its system would do 1,600, which shows beyond what the generator can do well.
  @Test
  void aGeneratorThatIsLimitedBelowTheKneeIsSaidToBeSo() {
    List<Trial> trials =
        trials(
            SEARCH, rate -> rate > 1_200 && rate < 1_700 ? Trial.Verdict.VOID : sharp(rate, 1_600));
    Knee knee = SEARCH.knee(trials);
    assertEquals(Verdict.GENERATOR, knee.verdict(), knee::toString);
    assertTrue(knee.met() > 1_100 && knee.met() <= 1_200, knee::toString);
    assertTrue(trials.size() < 40, () -> trials.size() + " steps");
  }

  /// It is the generator then, whatever the rate: three rates, each three times, say so.
  @Test
  void aGeneratorThatIsLimitedAtWhateverRateEndsTheSearchSoon() {
    List<Trial> trials = trials(SEARCH, _ -> Trial.Verdict.VOID);
    assertEquals(Verdict.GENERATOR, SEARCH.knee(trials).verdict());
    assertEquals(9, trials.size(), trials::toString);
  }

  @Test
  void aVoidMeasurementIsMadeAgain() {
    List<Trial> trials =
        stepwise(SEARCH, (rate, step) -> step % 4 == 2 ? Trial.Verdict.VOID : sharp(rate, 1_600));
    assertEquals(trials.get(1).rate(), trials.get(2).rate());
    assertEquals(Verdict.FOUND, SEARCH.knee(trials).verdict());
    assertEquals(1_600, SEARCH.knee(trials).rate(), 80);
  }

  @Test
  void whatLiesBeyondTheRangeIsSaidToLieThere() {
    Knee above = SEARCH.knee(trials(SEARCH, _ -> Trial.Verdict.MET));
    assertEquals(Verdict.ABOVE, above.verdict());
    assertEquals(100_000, above.met());
    Knee below = SEARCH.knee(trials(SEARCH, _ -> Trial.Verdict.MISSED));
    assertEquals(Verdict.BELOW, below.verdict());
    assertEquals(0, below.rate());
    assertEquals(Verdict.SEARCHING, SEARCH.knee(List.of()).verdict());
  }

  @Test
  void verdictsWithoutRhymeAreNoKnee() {
    Random random = new Random(1);
    Knee knee =
        SEARCH.knee(
            trials(
                SEARCH,
                rate ->
                    random.nextDouble() < 1 / (1 + Math.pow(rate / 1_600, 2))
                        ? Trial.Verdict.MET
                        : Trial.Verdict.MISSED));
    assertEquals(Verdict.UNCERTAIN, knee.verdict());
    assertTrue(knee.high() > 1.05 * knee.low());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aSearchGivesUpAfterFortyRatesEachMeasuredAsOftenAsAsked(int repeats) {
    KneeSearch search = new KneeSearch(PLAN, repeats);
    Random random = new Random(1);
    List<Trial> trials =
        trials(
            search,
            rate ->
                random.nextDouble() < 1 / (1 + rate / 1_600)
                    ? Trial.Verdict.MET
                    : Trial.Verdict.MISSED);
    assertEquals(40 * repeats, trials.size());
    assertEquals(Verdict.UNCERTAIN, search.knee(trials).verdict());
    assertEquals(Verdict.SEARCHING, search.knee(butTheLast(trials)).verdict());
  }

  private static List<Trial> butTheLast(List<Trial> trials) {
    return trials.subList(0, trials.size() - 1);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.1, 0.3, 90, 100, 110, 1_600, 50_000, 99_990})
  void aKneeIsFoundOnceItIsKnownAsCloselyAsAskedAndNoSooner(double truth) {
    List<Trial> trials = trials(SEARCH, rate -> sharp(rate, truth));
    Knee knee = SEARCH.knee(trials);
    assertEquals(Verdict.FOUND, knee.verdict());
    assertTrue(knee.high() <= 1.05 * knee.low(), knee::toString);
    assertTrue(knee.low() <= truth && truth <= knee.high(), knee::toString);
    assertEquals(Verdict.SEARCHING, SEARCH.knee(butTheLast(trials)).verdict());
    assertTrue(trials.stream().allMatch(one -> one.rate() <= PLAN.to()), trials::toString);
  }

  /// However coarsely it is asked: what one measurement says may be a lapse.
  @ParameterizedTest
  @ValueSource(doubles = {5, 50})
  void oneVerdictAgainstAllOthersIsNoKnee(double percent) {
    KneeSearch search = new KneeSearch(PLAN.within(percent), 1);
    for (double gap : new double[] {1.001, 1.01, 1.1, 1.3, 1.5, 2}) {
      List<Trial> trials = new ArrayList<>(List.of(new Trial(1_000, Trial.Verdict.MISSED)));
      for (int i = 0; i < 15; i++) {
        trials.add(new Trial(1_000 / gap, Trial.Verdict.MET));
        assertEquals(Verdict.SEARCHING, search.knee(trials).verdict(), trials::toString);
      }
    }
  }

  @Test
  void ratesLieInTurnsBelowAndAboveTheMostProbableKnee() {
    List<Trial> trials = trials(SEARCH, rate -> sharp(rate, 1_700));
    int first =
        IntStream.range(0, 40).filter(i -> trials.get(i).rate() > 1_700).findAny().orElseThrow();
    for (int i = first + 1; i < trials.size(); i++) {
      double knee = SEARCH.knee(trials.subList(0, i)).rate();
      assertEquals(i % 2 == 0, trials.get(i).rate() < knee, "step " + i + " of " + trials);
    }
  }

  @Test
  void aRateThatWasMeasuredOnceBesideVoidOnesIsNoLimitOfTheGenerator() {
    KneeSearch thrice = new KneeSearch(PLAN, 3);
    List<Trial> trials =
        stepwise(
            thrice,
            (rate, step) -> rate == 200 && step != 4 ? Trial.Verdict.VOID : sharp(rate, 1_600));
    assertEquals(
        List.of(100.0, 100.0, 100.0, 200.0, 200.0, 200.0, 200.0, 400.0),
        trials.stream().limit(8).map(Trial::rate).toList());
    assertEquals(Verdict.FOUND, thrice.knee(trials).verdict());
  }

  /// Its system would do more, but nobody can say how much.
  @Test
  void aGeneratorThatIsLimitedBetweenWhatIsMetAndWhatIsMissedIsSaidToBeSo() {
    List<Trial> trials =
        trials(
            SEARCH, rate -> rate > 2_000 && rate < 3_000 ? Trial.Verdict.VOID : sharp(rate, 2_500));
    Knee knee = SEARCH.knee(trials);
    assertEquals(Verdict.GENERATOR, knee.verdict(), knee::toString);
    assertTrue(knee.met() > 0.94 * 2_000 && knee.met() <= 2_000, knee::toString);
    assertTrue(trials.size() < 40, () -> trials.size() + " steps");
  }

  @Test
  void aLimitOfTheGeneratorAboveTheProbableKneeEndsNoSearch() {
    List<Trial> trials = new ArrayList<>();
    trials.add(new Trial(1_600, Trial.Verdict.MET));
    for (double rate : new double[] {1_660, 1_660, 1_660, 1_670, 1_670, 1_670}) {
      trials.add(new Trial(rate, Trial.Verdict.VOID));
    }
    assertEquals(Verdict.GENERATOR, SEARCH.knee(trials).verdict());
    trials.add(new Trial(1_610, Trial.Verdict.MISSED));
    assertEquals(Verdict.SEARCHING, SEARCH.knee(trials).verdict());
  }

  @Test
  void aLimitThatLiesExactlyAsCloseAsWasAskedIsCloseEnough() {
    KneeSearch search = new KneeSearch(new KneePlan(100, 105, 5), 1);
    List<Trial> trials =
        trials(search, rate -> rate > 100 ? Trial.Verdict.VOID : Trial.Verdict.MET);
    assertEquals(List.of(100.0, 105.0, 105.0, 105.0), trials.stream().map(Trial::rate).toList());
    assertEquals(Verdict.GENERATOR, search.knee(trials).verdict());
  }

  /// Between the rates that are missed and those that are not, the generator gives in.
  @Test
  void aRateThatStaysVoidBelowMissedOnesIsNotAskedForAgain() {
    List<Trial> trials =
        trials(
            SEARCH,
            rate ->
                rate > 40
                    ? Trial.Verdict.MISSED
                    : rate > 20 ? Trial.Verdict.VOID : sharp(rate, 15));
    assertEquals(
        List.of(100.0, 50.0, 25.0, 25.0, 25.0, 12.5),
        trials.stream().limit(6).map(Trial::rate).toList());
    assertEquals(Verdict.FOUND, SEARCH.knee(trials).verdict());
    assertEquals(15, SEARCH.knee(trials).rate(), 0.75);
  }

  /// Whatever is said of each rate, by chance or for a range of rates.
  @Test
  void everySearchEnds() {
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      double share = random.nextDouble() * random.nextInt(2);
      double low = Math.pow(10, 5 * random.nextDouble());
      double high = low * Math.pow(10, 2 * random.nextDouble());
      Trial.Verdict within = anyVerdict(random);
      Trial.Verdict below = anyVerdict(random);
      Trial.Verdict above = anyVerdict(random);
      KneeSearch search = new KneeSearch(PLAN.within(20), 1 + random.nextInt(3));
      List<Trial> trials =
          trials(
              search,
              rate ->
                  random.nextDouble() < share
                      ? anyVerdict(random)
                      : rate < low ? below : rate < high ? within : above);
      assertTrue(search.knee(trials).verdict() != Verdict.SEARCHING);
    }
  }

  private static Trial.Verdict anyVerdict(Random random) {
    return Trial.Verdict.values()[random.nextInt(3)];
  }

  @Test
  void theLowestRateIsAThousandthOfTheFirst() {
    KneeSearch search = new KneeSearch(new KneePlan(1_024, 100_000, 5), 1);
    List<Trial> trials = trials(search, _ -> Trial.Verdict.MISSED);
    assertEquals(1, trials.getLast().rate());
    Knee below = search.knee(trials);
    assertEquals(new Knee(Verdict.BELOW, 0, 0, 1, 0, 1, 11), below);
    List<Trial> limited =
        trials(search, rate -> rate > 500 ? Trial.Verdict.MISSED : Trial.Verdict.VOID);
    assertEquals(Verdict.GENERATOR, search.knee(limited).verdict());
    assertEquals(1, limited.getLast().rate());
    assertEquals(2, search.knee(limited).trials(), "void ones are left out");
  }

  @Test
  void aPlanGoesFromARateToAHigherOneWithinWhatCanBePaced() {
    KneePlan one = new KneePlan(1, 1, 0.5);
    assertEquals(new KneePlan(1, 1, 50), one.within(50));
    assertEquals(1, new KneePlan(1, Rate.MAX_PER_SECOND, 1).from());
    assertThrows(IllegalArgumentException.class, () -> new KneePlan(0, 1, 5));
    assertThrows(IllegalArgumentException.class, () -> new KneePlan(2, 1, 5));
    assertThrows(
        IllegalArgumentException.class, () -> new KneePlan(1, 1.1 * Rate.MAX_PER_SECOND, 5));
    assertThrows(IllegalArgumentException.class, () -> one.within(0.4));
    assertThrows(IllegalArgumentException.class, () -> one.within(50.1));
  }
}
