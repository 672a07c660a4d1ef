package dev.broadside.core.scaling;

import dev.broadside.core.scaling.Knee.Verdict;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/// Searches for the knee: doubles the rate until the thresholds are missed, then bisects, in turns
/// a little below and a little above the most probable knee, until it is known closely enough: both
/// sides together tell how sharp it is, too. Pure: what comes next follows from the measurements so
/// far, so a search can be taken up by whoever has them.
///
/// A void measurement is made again. Where a rate stays void, it bounds what can be asked, and says
/// nothing of the system. One alone may have been disturbed, and bounds nothing once a higher one
/// was not limited, or one close below it was met.
///
/// @param plan where, and how closely
/// @param repeats how often each rate is measured before the next one
public record KneeSearch(KneePlan plan, int repeats) {
  /// After so many rates, each measured as often as asked, a search gives up.
  private static final int MOST_RATES = 40;

  private static final int MOST_VOID = 3;

  /// A generator that was limited at so many rates, and at no other, is so at any.
  private static final int MOST_VOID_RATES = 3;

  private static final double LOWEST_SHARE = 1.0 / 1024;
  private static final MathContext DIGITS = new MathContext(4);

  /// The rate to measure next; empty where the search is over.
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

  /// What the measurements say together.
  private final class Known {
    private final List<Trial> all;
    private final List<Trial> good;
    private final double met;
    private final double missed;

    /// Of all rates, void ones too.
    private final double lowest;

    /// The lowest rate beyond what was met from which on the generator gives in; infinite where it
    /// does not.
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

    /// The rate that tells most.
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
