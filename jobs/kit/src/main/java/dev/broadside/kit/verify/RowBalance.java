package dev.broadside.kit.verify;

import dev.broadside.core.work.Verification.Check;
import dev.broadside.core.work.VerifyContext;

/// How many rows there have to be after a run: those before it, plus the inserted ones, minus the
/// deleted ones. Operations that may have taken effect make it an interval.
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

  /// Compares the number of rows with the sum.
  ///
  /// @param decides whether the check decides the verdict, if no counts are missing
  public Check check(VerifyContext context, String name, long rows, boolean decides) {
    String words = "%,d rows; before %,d + inserted %,d - deleted %,d = %,d";
    Check check =
        Checks.counted(
            context,
            name,
            rows >= lowest() && rows <= highest(),
            lowest() == highest() ? words : words + ", with what is uncertain %,d to %,d",
            rows,
            before,
            inserted,
            deleted,
            balance(),
            lowest(),
            highest());
    return decides ? check : Checks.notDeciding(check);
  }
}
