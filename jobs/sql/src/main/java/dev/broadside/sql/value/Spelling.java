package dev.broadside.sql.value;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/// What somebody who mistyped a word may have meant.
public final class Spelling {
  private static final int MOST_SHOWN = 12;

  private Spelling() {}

  /// The mend of a sentence about a word that is not known.
  public static String mend(String word, Collection<String> known) {
    if (known.isEmpty()) {
      return "leave it out";
    }
    List<String> like =
        known.stream()
            .filter(one -> distance(word, one) <= Math.max(1, word.length() / 3))
            .sorted(Comparator.comparingInt(one -> distance(word, one)))
            .limit(1)
            .toList();
    if (!like.isEmpty()) {
      return "did you mean " + like.getFirst() + "?";
    }
    List<String> sorted = known.stream().sorted().toList();
    return "use one of "
        + String.join(", ", sorted.subList(0, Math.min(MOST_SHOWN, sorted.size())))
        + (sorted.size() > MOST_SHOWN ? ", ..." : "");
  }

  /// How many letters to add, drop or change to make one word of the other (Levenshtein).
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(change, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
