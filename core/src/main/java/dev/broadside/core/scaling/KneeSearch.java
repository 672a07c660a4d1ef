package dev.broadside.core.scaling;

import dev.broadside.core.scaling.Knee.Verdict;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;

/// Searches for the knee: doubles the rate until the thresholds are missed, then bisects, in turns
/// a little below and a little above the most probable knee, until the knee is known closely
/// enough. Both sides together also show how sharp it is. Pure: the next step follows from the
/// measurements so far, so a search can be continued from them at any time.
///
/// A void measurement is repeated. If a rate stays void, it bounds the rates that can be tried, and
/// says nothing about the system. A single void rate may have been a disturbance: it bounds nothing
/// once a higher rate was not void, or one close below it was met.
///
/// @param plan the range and the precision
/// @param repeats how often each rate is measured before the next one
public record KneeSearch(KneePlan plan, int repeats) {
  /// A search gives up after this many rates, each measured as often as asked.
  private static final int MOST_RATES = 40;

  private static final int MOST_VOID = 3;

  /// If all measurements at this many rates were void, the generator is the limit.
  private static final int MOST_VOID_RATES = 3;

  private static final double LOWEST_SHARE = 1.0 / 1024;
  private static final MathContext DIGITS = new MathContext(4);

  /// The rate to measure next; empty if the search has ended.
  public Optional<Double> next(List<Trial> trials) {
    Known known = new Known(trials);
    if (!trials.isEmpty() && known.unfinished(trials.getLast().rate())) {
      return Optional.of(trials.getLast().rate());
    }
    return known.verdict() == Verdict.SEARCHING ? Optional.of(known.candidate()) : Optional.empty();
  }

  /// What is known so far.
  public Knee knee(List<Trial> trials) {
    return new Known(trials).knee();
  }

  /// What all measurements show together.
  private final class Known {
    private final List<Trial> all;
    private final List<Trial> good;
    private final double met;
    private final double missed;

    /// The lowest of all rates, including void ones.
    private final double lowest;

    /// The lowest rate, above those that were met, from which on the generator is limited; infinite
    /// if there is no such rate.
    private final double cap;

    private Optional<KneePosterior> posterior = Optional.empty();

    Known(List<Trial> trials) {
      all = trials;
      good = trials.stream().filter(one -> one.verdict() != Trial.Verdict.VOID).toList();
      lowest = trials.stream().mapToDouble(Trial::rate).min().orElse(Double.POSITIVE_INFINITY);
      met = rates(Trial.Verdict.MET).max().orElse(0);
      missed = rates(Trial.Verdict.MISSED).min().orElse(Double.POSITIVE_INFINITY);
      double[] limited =
          trials.stream()
              .mapToDouble(Trial::rate)
              .filter(rate -> rate > met && voided(rate))
              .distinct()
              .sorted()
              .toArray();
      cap = limited.length == 0 || disturbed(limited) ? Double.POSITIVE_INFINITY : limited[0];
    }

    private boolean disturbed(double[] limited) {
      return limited.length == 1
          && limited[0] < plan.to()
          && (close(met, limited[0]) || good.stream().anyMatch(one -> one.rate() > limited[0]));
    }

    private DoubleStream rates(Trial.Verdict verdict) {
      return good.stream().filter(one -> one.verdict() == verdict).mapToDouble(Trial::rate);
    }

    private long times(double rate, List<Trial> trials) {
      return trials.stream().filter(one -> one.rate() == rate).count();
    }

    private boolean voided(double rate) {
      return times(rate, good) == 0 && times(rate, all) >= MOST_VOID;
    }

    private boolean unfinished(double rate) {
      long measured = times(rate, good);
      return measured < repeats && times(rate, all) - measured < MOST_VOID;
    }

    private boolean bracketed() {
      return met > 0 && missed < Double.POSITIVE_INFINITY;
    }

    private KneePosterior posterior() {
      if (posterior.isEmpty()) {
        double least = Math.min(met, missed) / 2;
        double most = Math.max(met, missed) * 2;
        posterior = Optional.of(KneePosterior.of(good, least, most, plan.precision()));
      }
      return posterior.get();
    }

    private long rates() {
      return all.stream().mapToDouble(Trial::rate).distinct().count();
    }

    private boolean close(double low, double high) {
      return high <= low * (1 + plan.precision());
    }

    Verdict verdict() {
      if (bracketed()) {
        return bracketedVerdict(posterior());
      }
      if (good.isEmpty() && rates() >= MOST_VOID_RATES && voided(all.getLast().rate())) {
        return Verdict.GENERATOR;
      }
      if (lowest <= plan.from() * LOWEST_SHARE) {
        return cap <= lowest ? Verdict.GENERATOR : Verdict.BELOW;
      }
      if (close(met, cap)) {
        return Verdict.GENERATOR;
      }
      return met >= plan.to() ? Verdict.ABOVE : Verdict.SEARCHING;
    }

    private Verdict bracketedVerdict(KneePosterior posterior) {
      if (close(posterior.low(), posterior.high())) {
        return Verdict.FOUND;
      }
      if (cap <= posterior.median() && close(met, cap)) {
        return Verdict.GENERATOR;
      }
      return all.size() >= MOST_RATES * repeats ? Verdict.UNCERTAIN : Verdict.SEARCHING;
    }

    /// The rate whose measurement would show most.
    double candidate() {
      if (all.isEmpty()) {
        return plan.from();
      }
      double upper = Math.min(cap, bracketed() ? Double.POSITIVE_INFINITY : missed);
      if (met == 0) {
        return rounded(lowest / 2);
      }
      double next = bracketed() ? bisecting() : Math.min(2 * met, plan.to());
      return rounded(next < upper ? Math.min(next, plan.to()) : Math.sqrt(met * upper));
    }

    private double bisecting() {
      return rates() % 2 == 0 ? posterior().below() : posterior().above();
    }

    private static double rounded(double rate) {
      return new BigDecimal(rate).round(DIGITS).doubleValue();
    }

    Knee knee() {
      double above = missed < Double.POSITIVE_INFINITY ? missed : 0;
      Knee plain = new Knee(verdict(), met, met, above, met, above, good.size());
      if (!bracketed() || plain.verdict() == Verdict.GENERATOR) {
        return plain;
      }
      KneePosterior known = posterior();
      return new Knee(
          plain.verdict(), known.median(), known.low(), known.high(), met, above, good.size());
    }
  }

  /// Where the knee probably lies, given measurements that met or missed their thresholds.
  ///
  /// A verdict near the knee is partly chance. As in psychometrics, the chance to meet falls along
  /// a logistic curve over the logarithm of the rate; the knee is the curve's middle, its width is
  /// unknown, too, and some verdicts are lapses, such as a pause for a checkpoint (Watson & Pelli,
  /// *QUEST: a Bayesian adaptive psychometric method*, Perception & Psychophysics 33, 1983). Before
  /// any measurement, all knees in the range and all widths are equally probable.
  ///
  /// @param low lower bound of the interval that holds the knee with a probability of 95 %
  /// @param below the knee is below this with a probability of a fifth
  /// @param median the knee is as probably above as below this
  /// @param above the knee is above this with a probability of a fifth
  /// @param high upper bound
  record KneePosterior(double low, double below, double median, double above, double high) {
    private static final double[] WIDTHS = {0.002, 0.005, 0.01, 0.02, 0.05};
    private static final double LAPSES = 0.02;

    /// Grid points within an interval of the wanted precision.
    private static final int FINENESS = 8;

    /// @param least the lowest knee that is considered
    /// @param most the highest
    static KneePosterior of(List<Trial> trials, double least, double most, double precision) {
      double step = Math.log1p(precision) / FINENESS;
      int points = (int) Math.ceil(Math.log(most / least) / step) + 1;
      double[] mass = new double[points];
      double sum = 0;
      for (int i = 0; i < points; i++) {
        double knee = Math.log(least) + i * step;
        for (double width : WIDTHS) {
          mass[i] += likelihood(trials, knee, width);
        }
        sum += mass[i];
      }
      double all = sum;
      DoubleUnaryOperator quantile = share -> least * Math.exp(step * quantile(mass, share * all));
      return new KneePosterior(
          quantile.applyAsDouble(0.025),
          quantile.applyAsDouble(0.2),
          quantile.applyAsDouble(0.5),
          quantile.applyAsDouble(0.8),
          quantile.applyAsDouble(0.975));
    }

    private static double likelihood(List<Trial> trials, double knee, double width) {
      double product = 1;
      for (Trial trial : trials) {
        double above = (Math.log(trial.rate()) - knee) / width;
        double meets = LAPSES + (1 - 2 * LAPSES) / (1 + Math.exp(above));
        product *= trial.verdict() == Trial.Verdict.MET ? meets : 1 - meets;
      }
      return product;
    }

    /// The place in the grid up to which this much of the mass lies.
    private static double quantile(double[] mass, double wanted) {
      double sum = 0;
      int place = 0;
      while (sum + mass[place] < wanted) {
        sum += mass[place++];
      }
      return place - 0.5 + (wanted - sum) / mass[place];
    }
  }
}
