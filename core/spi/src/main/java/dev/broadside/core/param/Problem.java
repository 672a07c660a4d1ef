package dev.broadside.core.param;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// One thing that is wrong with an input, said in one sentence: where, what, and how to mend it.
///
/// @param kind whether the input is wrong in itself, or names something that does not answer
/// @param where the place as the user knows it: a parameter name, a file, an address
/// @param what the cause, without a final full stop
/// @param mend what to do about it, without a final full stop
public record Problem(Kind kind, String where, String what, String mend) {

  /// Which exit status a problem leads to.
  public enum Kind {
    /// The input cannot be right: exit status 2, HTTP 400 or 422.
    WRONG_INPUT,
    /// The input may be right, but what it names cannot be reached or refuses us: exit status 5,
    /// HTTP 422.
    UNREACHABLE;

    /// The word used over HTTP.
    public String word() {
      return switch (this) {
        case WRONG_INPUT -> "wrong-input";
        case UNREACHABLE -> "unreachable";
      };
    }

    /// The kind that a word stands for; empty if it stands for none.
    public static Optional<Kind> of(String word) {
      return Arrays.stream(values()).filter(kind -> kind.word().equals(word)).findFirst();
    }

    /// The kind of several problems together: unreachable only if none of them is wrong input.
    public static Kind of(List<Problem> problems) {
      boolean wrong = problems.stream().anyMatch(one -> one.kind() == WRONG_INPUT);
      return wrong ? WRONG_INPUT : UNREACHABLE;
    }
  }

  public Problem {
    Objects.requireNonNull(kind, "kind is null");
    Objects.requireNonNull(where, "where is null");
    Objects.requireNonNull(what, "what is null");
    Objects.requireNonNull(mend, "mend is null");
  }

  /// An input that is wrong in itself.
  public static Problem wrong(String where, String what, String mend) {
    return new Problem(Kind.WRONG_INPUT, where, what, mend);
  }

  /// An input that names something that does not answer, or refuses.
  public static Problem unreachable(String where, String what, String mend) {
    return new Problem(Kind.UNREACHABLE, where, what, mend);
  }

  /// The sentence shown to the user.
  public String sentence() {
    return where + ": " + what + "; " + mend + (mend.endsWith("?") ? "" : ".");
  }
}
