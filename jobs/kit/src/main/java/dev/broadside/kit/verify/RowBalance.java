package dev.broadside.kit.verify;

import java.util.Locale;

/// How many rows there have to be after a run: those before it, more what was inserted, less what
/// was deleted. What may have taken effect makes an interval of it.
///
/// @param unsureInserts inserts beside `inserted` that may have taken effect
/// @param unsureDeletes deletes beside `deleted` that may have taken effect
public record RowBalance(
    long before, long inserted, long deleted, long unsureInserts, long unsureDeletes) {

  private long balance() {
    return before + inserted - deleted;
  }

  private long lowest() {
    return balance() - unsureDeletes;
  }

  private long highest() {
    return balance() + unsureInserts;
  }

  public boolean holds(long rows) {
    return rows >= lowest() && rows <= highest();
  }

  /// The sum in words, for the detail of a check.
  public String detail(long rows) {
    String sum =
        String.format(
            Locale.ROOT,
            "%,d rows; before %,d + inserted %,d - deleted %,d = %,d",
            rows,
            before,
            inserted,
            deleted,
            balance());
    return lowest() == highest()
        ? sum
        : sum
            + String.format(
                Locale.ROOT, ", with what is uncertain %,d to %,d", lowest(), highest());
  }
}
