package dev.broadside.core.work;

import java.util.List;
import java.util.Optional;

/// What a job class found when it looked at the target after the run.
///
/// @param verdict whether what must hold does hold
/// @param checks every single check, with its figures
public record Verification(Verdict verdict, List<Check> checks) {
  public static final Verification NONE = new Verification(Verdict.NOT_CHECKED, List.of());

  public enum Verdict {
    HOLDS,
    BROKEN,
    NOT_CHECKED
  }

  /// @param name what was checked, such as `orders are stationary`
  /// @param holds whether it holds
  /// @param evidence true if the check is only evidence with a stated slack, and does not decide
  ///   the verdict
  /// @param detail the figures in one line
  /// @param unchecked true if it could not be made, so that it neither holds nor is broken; the
  ///   detail says why
  public record Check(
      String name, boolean holds, boolean evidence, String detail, boolean unchecked) {

    /// A check that was made.
    public Check(String name, boolean holds, boolean evidence, String detail) {
      this(name, holds, evidence, detail, false);
    }

    /// A check that cannot be made, and decides nothing.
    public static Check impossible(String name, String why) {
      return new Check(name, false, true, why, true);
    }

    /// The result of the check in lower case.
    public String word() {
      if (unchecked) {
        return "cannot be checked";
      }
      return holds ? "holds" : "does not hold";
    }
  }

  public Verification {
    checks = List.copyOf(checks);
  }

  private static final String VERIFIED = "the target was verified";

  /// The target was not verified.
  ///
  /// @param why for the result
  public static Verification impossible(String why) {
    Check none = new Check(VERIFIED, false, true, why);
    return new Verification(Verdict.NOT_CHECKED, List.of(none));
  }

  /// Why it was [#impossible], as a sentence without a full stop; empty if it was not.
  public Optional<String> obstacle() {
    return checks.stream()
        .filter(check -> verdict == Verdict.NOT_CHECKED && check.name().equals(VERIFIED))
        .map(check -> "the target was not verified: " + check.detail())
        .findFirst();
  }

  /// Holds if every deciding check holds; if there are no checks, nothing was checked.
  public static Verification of(List<Check> checks) {
    if (checks.isEmpty()) {
      return NONE;
    }
    boolean holds = checks.stream().allMatch(check -> check.holds() || check.evidence());
    return new Verification(holds ? Verdict.HOLDS : Verdict.BROKEN, checks);
  }
}
