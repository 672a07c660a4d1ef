package dev.broadside.core.sentence;

import dev.broadside.core.param.PlainText;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// What a user who mistyped a word may have meant.
public final class Suggestions {
  private static final int MOST = 3;
  private static final int LONGEST = 60;

  private Suggestions() {}

  /// The words nearest to the given one, the nearest first; none where all are far.
  public static List<String> of(String typed, List<String> words) {
    String word = typed.toLowerCase(Locale.ROOT);
    int tolerated = Math.max(1, word.length() / 3);
    return words.stream()
        .filter(one -> one.startsWith(word) || distance(word, one) <= tolerated)
        .distinct()
        .sorted(Comparator.comparingInt(one -> distance(word, one)))
        .limit(MOST)
        .toList();
  }

  /// What to do about a mistyped word: the nearest ones, or where all are far, what else helps.
  public static String mend(String typed, List<String> words, String otherwise) {
    List<String> like = of(typed, words);
    return like.isEmpty() ? otherwise : "did you mean " + String.join(" or ", like) + "?";
  }

  /// What a user typed, fit to stand in a sentence.
  public static String quote(String typed) {
    return '"' + PlainText.line(typed, LONGEST) + '"';
  }

  /// How many letters to add, drop or change to make one word of the other (Levenshtein).
  static int distance(String a, String b) {
    int[] previous = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(change, 1 + Math.min(previous[j], row[j - 1]));
      }
      previous = row;
    }
    return previous[b.length()];
  }
}
