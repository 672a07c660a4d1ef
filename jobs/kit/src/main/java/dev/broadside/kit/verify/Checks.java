package dev.broadside.kit.verify;

import dev.broadside.core.work.Totals;
import dev.broadside.core.work.Verification.Check;
import dev.broadside.core.work.VerifyContext;
import java.util.Locale;

/// Makes checks whose details are figures, written the same in every country.
public final class Checks {
  private Checks() {}

  /// A check that decides the verdict, independent of counts.
  ///
  /// @param detail as for [String#format]
  public static Check sure(String name, boolean holds, String detail, Object... figures) {
    return new Check(name, holds, false, words(detail, figures));
  }

  /// Never decides the verdict.
  public static Check evidence(String name, boolean holds, String detail, Object... figures) {
    return new Check(name, holds, true, words(detail, figures));
  }

  /// Compares the target with what the agents counted: decides if no counts are missing.
  public static Check counted(
      VerifyContext context, String name, boolean holds, String detail, Object... figures) {
    String words = words(detail, figures);
    return new Check(
        name,
        holds,
        !context.complete(),
        context.complete() ? words : words + "; agents were lost, so counts are missing");
  }

  /// The check as evidence that does not decide.
  public static Check notDeciding(Check check) {
    return new Check(check.name(), check.holds(), true, check.detail(), check.unchecked());
  }

  /// Whether as many changes are found as were counted; uncertain ones may or may not be among
  /// them.
  public static boolean accounts(long found, Totals counted) {
    return found >= counted.ok() && found <= counted.ok() + counted.uncertain();
  }

  private static String words(String detail, Object... figures) {
    return String.format(Locale.ROOT, detail, figures);
  }
}
