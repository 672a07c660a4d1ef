package dev.broadside.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/// Two sides measured turn by turn, so that everything else that happens on the machine happens to
/// both: peer, own, own, peer, peer, own, ...
///
/// @param <T> what one measurement gives
public record Interleaved<T>(List<Round<T>> rounds) {

  /// One measurement of each side, one right after the other.
  public record Round<T>(T peer, T own) {}

  public interface Side<T> {
    T measure() throws IOException, InterruptedException;
  }

  public static <T> Interleaved<T> of(int rounds, Side<T> peer, Side<T> own)
      throws IOException, InterruptedException {
    List<Round<T>> all = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      if (round % 2 == 0) {
        T first = peer.measure();
        all.add(new Round<>(first, own.measure()));
      } else {
        T first = own.measure();
        all.add(new Round<>(peer.measure(), first));
      }
    }
    return new Interleaved<>(all);
  }

  public Spread peer(ToDoubleFunction<T> figure) {
    return Spread.of(rounds.stream().map(round -> figure.applyAsDouble(round.peer())).toList());
  }

  public Spread own(ToDoubleFunction<T> figure) {
    return Spread.of(rounds.stream().map(round -> figure.applyAsDouble(round.own())).toList());
  }

  /// Own to peer, within each round.
  public Spread ratio(ToDoubleFunction<T> figure) {
    return Spread.of(
        rounds.stream()
            .map(round -> figure.applyAsDouble(round.own()) / figure.applyAsDouble(round.peer()))
            .toList());
  }
}
