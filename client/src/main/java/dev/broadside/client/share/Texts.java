package dev.broadside.client.share;

/// Texts from workers and targets, made fit to be sent and shown: they may be hostile.
public final class Texts {
  private Texts() {}

  /// The text without control characters but line breaks and tabs, cut to a length.
  public static String clean(String text, int longest) {
    String cut = text.length() > longest ? text.substring(0, longest - 3) + "..." : text;
    return cut.replaceAll("[\\p{Cntrl}&&[^\n\t]]|[\\x80-\\x9f]", "?");
  }

  /// The end of a text, cleaned.
  static String cleanEnd(String text, int longest) {
    return clean(text.substring(Math.max(0, text.length() - longest)), longest);
  }
}
