package dev.broadside.core.param;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.Objects;

/// A text that must not be shown: [#toString()] is redacted, and only [#reveal()] returns it. An
/// empty secret is shown as an empty text, so that nobody looks for a password that was never
/// given.
public final class Secret {
  /// Shown in place of a secret.
  public static final String REDACTED = "********";

  private final String text;

  public Secret(String text) {
    this.text = Objects.requireNonNull(text, "text is null");
  }

  /// A secret that cannot be guessed.
  ///
  /// @param bytes how many random bytes it has; it is written in URL-safe Base64
  public static Secret drawn(int bytes) {
    byte[] random = new byte[bytes];
    new SecureRandom().nextBytes(random);
    return new Secret(Base64.getUrlEncoder().withoutPadding().encodeToString(random));
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
