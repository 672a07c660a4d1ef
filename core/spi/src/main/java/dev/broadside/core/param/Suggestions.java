package dev.broadside.core.param;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// What a user who mistyped a word may have meant.
public final class Suggestions {
  private static final int MOST = 3;
  private static final int LONGEST = 60;
  private static final int SHORTEST_STEM = 4;
  private static final int MOST_LISTED = 12;

  private Suggestions() {}

  /// The words most like the given one, the nearest first; none if no word is like it.
  public static List<String> of(String typed, Collection<String> words) {
    if (typed.isBlank() || typed.length() > LONGEST) {
      return List.of();
    }
    String word = typed.toLowerCase(Locale.ROOT);
    return words.stream()
        .filter(one -> near(word, one.toLowerCase(Locale.ROOT)))
        .distinct()
        .sorted(Comparator.comparingInt(one -> distance(word, one.toLowerCase(Locale.ROOT))))
        .limit(MOST)
        .toList();
  }

  /// Whether two words differ in few letters, or one begins with the other: `thinkTime` and
  /// `think`.
  private static boolean near(String typed, String word) {
    return word.startsWith(typed)
        || (word.length() >= SHORTEST_STEM && typed.startsWith(word))
        || distance(typed, word) <= Math.max(1, typed.length() / 3);
  }

  /// Advice about a mistyped word: the nearest words, or if none is near, the first ones of all.
  public static String mend(String typed, Collection<String> words) {
    List<String> sorted = words.stream().sorted().distinct().toList();
    List<String> first = sorted.subList(0, Math.min(MOST_LISTED, sorted.size()));
    String otherwise = oneOf(first) + (sorted.size() > MOST_LISTED ? ", ..." : "");
    return mend(typed, sorted, sorted.isEmpty() ? "leave it out" : otherwise);
  }

  /// Advice about a mistyped word: the nearest words, or if none is near, the other advice.
  public static String mend(String typed, Collection<String> words, String otherwise) {
    List<String> like = of(typed, words);
    return like.isEmpty() ? otherwise : "did you mean " + String.join(" or ", like) + "?";
  }

  /// Advice to use one of these words. There has to be at least one.
  public static String oneOf(Collection<String> words) {
    String all = String.join(", ", words);
    return words.size() == 1 ? "there is only " + all : "use one of " + all;
  }

  /// Quotes what a user typed, bounded and without control characters.
  public static String quote(String typed) {
    return '"' + PlainText.line(typed, LONGEST) + '"';
  }

  /// How many letters to add, drop or change, or neighbours to swap, to make one word of the other
  /// (optimal string alignment, after Damerau).
  static int distance(String a, String b) {
    int[][] rows = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        rows[i][j] = i == 0 || j == 0 ? i + j : step(a, b, i, j, rows);
      }
    }
    return rows[a.length()][b.length()];
  }

  private static int step(String a, String b, int i, int j, int[][] rows) {
    int change = rows[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
    int nearest = Math.min(change, 1 + Math.min(rows[i - 1][j], rows[i][j - 1]));
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(nearest, 1 + rows[i - 2][j - 2]) : nearest;
  }
}
