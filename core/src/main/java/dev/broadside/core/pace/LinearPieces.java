package dev.broadside.core.pace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A rate of straight pieces. The last piece is level and has no end.
///
/// Within a piece that begins with rate `r` and has the slope `a`, the arrivals after `s` seconds
/// are `r s + a s^2 / 2`, and the moment of `k` arrivals is `2 k / (r + sqrt(r^2 + 2 a k))`, the
/// form of the root that loses no digits.
final class LinearPieces implements Curve {
  private static final double NANOS = 1e9;

  private final long[] starts;
  private final double[] rates;
  private final double[] slopes;
  private final double[] arrivalsBefore;

  private LinearPieces(List<Piece> pieces) {
    int size = pieces.size();
    starts = new long[size];
    rates = new double[size];
    slopes = new double[size];
    arrivalsBefore = new double[size];
    for (int i = 0; i < size; i++) {
      Piece piece = pieces.get(i);
      rates[i] = piece.from;
      slopes[i] = piece.slope();
      if (i + 1 < size) {
        starts[i + 1] = Math.addExact(starts[i], piece.nanos);
        arrivalsBefore[i + 1] = arrivalsBefore[i] + piece.arrivals();
      }
    }
  }

  /// One piece; only `from` counts for the last one.
  private record Piece(long nanos, double from, double to) {
    double slope() {
      return nanos == 0 ? 0 : (to - from) / (nanos / NANOS);
    }

    double arrivals() {
      return (from + to) / 2 * (nanos / NANOS);
    }
  }

  /// Appends pieces.
  static final class Builder {
    private final List<Piece> pieces = new ArrayList<>();

    /// A piece of a length above 0; one without length is left out.
    Builder then(long nanos, double from, double to) {
      if (nanos > 0) {
        pieces.add(new Piece(nanos, from, to));
      }
      return this;
    }

    LinearPieces thenForEver(double perSecond) {
      pieces.add(new Piece(0, perSecond, perSecond));
      return new LinearPieces(pieces);
    }
  }

  @Override
  public double perSecondAt(long nanos) {
    int piece = pieceAt(nanos);
    return rates[piece] + slopes[piece] * seconds(nanos, piece);
  }

  @Override
  public double arrivalsUntil(long nanos) {
    int piece = pieceAt(nanos);
    double seconds = seconds(nanos, piece);
    return arrivalsBefore[piece] + rates[piece] * seconds + slopes[piece] * seconds * seconds / 2;
  }

  private int pieceAt(long nanos) {
    int found = Arrays.binarySearch(starts, nanos);
    return found >= 0 ? found : -found - 2;
  }

  private double seconds(long nanos, int piece) {
    return (nanos - starts[piece]) / NANOS;
  }

  @Override
  public long nanosAt(double arrivals) {
    int piece = lastBegunBefore(arrivals);
    double missing = arrivals - arrivalsBefore[piece];
    double rate = rates[piece];
    if (missing <= 0 && (rate > 0 || slopes[piece] > 0)) {
      return starts[piece];
    }
    double root = Math.sqrt(Math.max(0, rate * rate + 2 * slopes[piece] * missing));
    double nanos = rate + root == 0 ? Double.MAX_VALUE : 2 * missing / (rate + root) * NANOS;
    boolean last = piece == starts.length - 1;
    long longest = last ? NEVER - starts[piece] : starts[piece + 1] - starts[piece];
    return starts[piece] + (nanos >= longest ? longest : Math.round(nanos));
  }

  /// The last piece with no more arrivals before it than these. Pieces of rate 0 add no arrivals,
  /// so the piece after them is found.
  private int lastBegunBefore(double arrivals) {
    int low = 0;
    int high = arrivalsBefore.length - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (arrivalsBefore[middle] <= arrivals) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }
}
