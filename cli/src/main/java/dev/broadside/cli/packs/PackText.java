package dev.broadside.cli.packs;

import dev.broadside.cli.remote.Remote;
import dev.broadside.cli.term.Table;
import dev.broadside.cli.term.Table.Column;
import dev.broadside.cli.term.Terminal;
import dev.broadside.core.param.PlainText;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Packs as text.
final class PackText {
  private static final int SHOWN_DIGITS = 12;
  private static final int FEW = 3;

  private PackText() {}

  /// All packs, one a line.
  static List<String> table(JsonNode packs, Terminal terminal) {
    Table table =
        new Table(
            Column.words("pack"),
            Column.words("job classes"),
            Column.words("installed").unlessNarrow(1),
            Column.words("sha256").unlessNarrow(2),
            Column.words("wanted by"));
    packs
        .path("packs")
        .forEach(pack ->
            table.row(
                InstalledPacks.reference(pack),
                few(pack.path("classes")),
                installed(pack),
                digest(pack),
                Remote.joined(pack.path("wantedBy"))));
    return table.lines(terminal.columns());
  }

  /// One pack, a line for each thing that is known of it.
  static List<String> details(JsonNode pack) {
    List<String> lines = new ArrayList<>();
    lines.add("pack         " + InstalledPacks.reference(pack));
    lines.add("sha256       " + pack.path("sha256").asString(""));
    lines.add("size         %,d bytes".formatted(pack.path("bytes").asLong(0)));
    lines.add("installed    " + installed(pack));
    lines.add("job classes  " + Remote.joined(pack.path("classes")));
    if (!pack.path("wantedBy").isEmpty()) {
      lines.add("wanted by    " + Remote.joined(pack.path("wantedBy")));
    }
    return lines.stream().map(PlainText::line).toList();
  }

  private static String installed(JsonNode pack) {
    String from = pack.path("from").asString("");
    String at = Remote.seconds(pack.path("installedAt"));
    return from.isEmpty() ? at : "with the " + from;
  }

  private static String digest(JsonNode pack) {
    String sha256 = pack.path("sha256").asString("");
    return sha256.substring(0, Math.min(SHOWN_DIGITS, sha256.length()));
  }

  private static String few(JsonNode texts) {
    int more = texts.size() - FEW;
    String first =
        String.join(", ", texts.valueStream().limit(FEW).map(JsonNode::asString).toList());
    return more > 0 ? first + " and " + more + " more" : first;
  }
}
