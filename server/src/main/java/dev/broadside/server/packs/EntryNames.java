package dev.broadside.server.packs;

import dev.broadside.core.param.PlainText;
import java.util.Locale;
import java.util.regex.Pattern;

/// Which names an archive's entries may have.
///
/// The server never writes an entry to a file, and neither should anybody else have to wonder: a
/// name that could lead out of a directory on any system, or could be read in two ways, makes the
/// whole archive suspect.
final class EntryNames {
  private static final int MAX_LENGTH = 255;
  private static final Pattern ENCODED = Pattern.compile("%(2e|2f|5c|00|25)");
  private static final Pattern DEVICE =
      Pattern.compile("(con|prn|aux|nul|com\\d|lpt\\d)(\\..*)?", Pattern.CASE_INSENSITIVE);

  private EntryNames() {}

  static boolean harmless(String name) {
    if (name.isEmpty() || name.length() > MAX_LENGTH || name.startsWith("/")) {
      return false;
    }
    if (name.chars().anyMatch(EntryNames::forbidden)
        || ENCODED.matcher(name.toLowerCase(Locale.ROOT)).find()) {
      return false;
    }
    String path = name.endsWith("/") ? name.substring(0, name.length() - 1) : name;
    for (String segment : path.split("/", -1)) {
      if (segment.isEmpty()
          || segment.equals(".")
          || segment.equals("..")
          || DEVICE.matcher(segment).matches()) {
        return false;
      }
    }
    return true;
  }

  /// Control and formatting characters, the other separator, drives and alternate streams, and what
  /// bad UTF-8 becomes.
  private static boolean forbidden(int c) {
    return PlainText.hidden(c) || c == '\\' || c == ':' || c == '\uFFFD';
  }
}
