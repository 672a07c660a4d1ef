package dev.broadside.core.param;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The words of a command, which is started without a shell: blanks part them, quotes of both kinds
/// and backslashes keep blanks within one, and nothing else has a meaning.
public final class CommandWords {
  private static final char NONE = 0;

  private CommandWords() {}

  /// Empty if there is no word, or if a quote is not closed.
  public static Optional<List<String>> of(String command) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean begun = false;
    char quote = NONE;
    for (int i = 0; i < command.length(); i++) {
      char c = command.charAt(i);
      boolean ends = quote == NONE && Character.isWhitespace(c);
      if (ends && begun) {
        words.add(word.toString());
        word.setLength(0);
      } else if (c == '\\' && quote != '\'' && i + 1 < command.length()) {
        word.append(command.charAt(++i));
      } else if (c == quote) {
        quote = NONE;
      } else if (quote == NONE && (c == '"' || c == '\'')) {
        quote = c;
      } else if (!ends) {
        word.append(c);
      }
      begun = !ends;
    }
    if (begun) {
      words.add(word.toString());
    }
    return words.isEmpty() || quote != NONE ? Optional.empty() : Optional.of(List.copyOf(words));
  }
}
