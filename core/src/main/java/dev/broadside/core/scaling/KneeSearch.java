package dev.broadside.core.scaling;

import dev.broadside.core.scaling.Knee.Verdict;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Optional;
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
}
