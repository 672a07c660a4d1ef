package dev.broadside.core.param;

import java.util.Objects;

/// A text that must not be shown: its [#toString()] is redacted, and only [#reveal()] gives it
/// away. The empty one is none, and is shown as that: nobody is to look for a password that was
/// never given.
public final class Secret {
  /// What stands wherever a secret would have stood.
  public static final String REDACTED = "********";

  private final String text;

  public Secret(String text) {
    this.text = Objects.requireNonNull(text, "text is null");
  }

  /// The secret itself, for the one call that needs it.
  public String reveal() {
    return text;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Secret that && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return Secret.class.hashCode();
  }

  @Override
  public String toString() {
    return text.isEmpty() ? "" : REDACTED;
  }
}
