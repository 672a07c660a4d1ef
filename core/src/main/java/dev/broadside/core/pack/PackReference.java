package dev.broadside.core.pack;

import java.util.regex.Pattern;

/// How a user refers to a pack: `NAME@VERSION`, `NAME` for the version installed last, or its
/// SHA-256, of which the first [#LEAST_DIGITS] digits are enough.
///
/// @param text as it was written
public record PackReference(String text) {
  /// This many digits do not match another pack by accident.
  public static final int LEAST_DIGITS = 12;

  private static final Pattern DIGEST =
      Pattern.compile("(sha256:)?[0-9a-f]{" + LEAST_DIGITS + ",64}");

  /// How a pack is called in lists and results.
  public static String of(PackDescriptor descriptor) {
    return descriptor.name() + "@" + descriptor.version();
  }

  /// Whether it means this pack.
  public boolean means(String sha256, PackDescriptor descriptor) {
    if (DIGEST.matcher(text).matches()) {
      return sha256.startsWith(text.replaceFirst("^sha256:", ""));
    }
    return text.equals(of(descriptor)) || text.equals(descriptor.name());
  }
}
