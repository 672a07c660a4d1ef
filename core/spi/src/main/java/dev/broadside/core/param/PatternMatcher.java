package dev.broadside.core.param;

import java.util.regex.Pattern;

/// Holds a text against a regular expression. May be called by several threads.
///
/// The JDK's own search goes back and tries again, which some patterns make last for years; whoever
/// gets patterns from strangers brings a matcher whose time is bounded.
@FunctionalInterface
public interface PatternMatcher {
  /// The JDK's, for the patterns of one's own code.
  PatternMatcher JDK = Pattern::matches;

  /// Whether the whole text is what the pattern describes.
  ///
  /// @throws IllegalArgumentException where this matcher cannot use the pattern
  boolean matches(String pattern, String text);
}
