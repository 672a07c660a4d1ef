package dev.broadside.core.param;

import java.util.regex.Pattern;

/// Matches a text against a regular expression. May be called by several threads.
///
/// The JDK's matcher backtracks, and some patterns keep it busy for years. Code that gets patterns
/// from strangers needs a matcher whose time is bounded.
@FunctionalInterface
public interface PatternMatcher {
  /// The JDK's matcher, for patterns of your own code.
  PatternMatcher JDK = Pattern::matches;

  /// Whether the whole text is what the pattern describes.
  ///
  /// @throws IllegalArgumentException if this matcher cannot use the pattern
  boolean matches(String pattern, String text);
}
