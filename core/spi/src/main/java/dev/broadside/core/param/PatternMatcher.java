package dev.broadside.core.param;

import java.util.regex.Pattern;

/// Matches a text with a regular expression. May be called by several threads.
///
/// The JDK's own matcher backtracks, which takes years for some patterns. Code that gets patterns
/// from strangers needs a matcher with bounded time.
@FunctionalInterface
public interface PatternMatcher {
  /// The JDK's matcher, for patterns from trusted code.
  PatternMatcher JDK = Pattern::matches;

  /// Whether the whole text matches the pattern.
  ///
  /// @throws IllegalArgumentException if this matcher does not support the pattern
  boolean matches(String pattern, String text);
}
