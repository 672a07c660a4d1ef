package dev.broadside.cli.term;

import dev.broadside.cli.term.Terminal.Paint;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.report.section.Block;
import dev.broadside.core.report.section.ReportDocument;
import dev.broadside.core.report.section.ReportDocument.Head;
import dev.broadside.core.report.section.ReportDocument.Section;
import dev.broadside.core.report.section.Tone;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/// A result as text: the verdicts first, then the numbers, and at the end, where it is seen, what a
/// study or a comparison was made to find out. Charts and the setup are left out.
public final class TextReport {
  private static final String INDENT = "  ";

  private final Terminal terminal;
  private final List<String> lines = new ArrayList<>();

  private TextReport(Terminal terminal) {
    this.terminal = terminal;
  }

  /// The lines of a whole result.
  public static List<String> of(ReportDocument report, Terminal terminal) {
    TextReport text = new TextReport(terminal);
    report.verdicts().forEach(block -> text.lines.addAll(text.verdict(block)));
    text.space();
    text.head(report.head());
    report.sections().forEach(text::section);
    if (!report.answers().isEmpty()) {
      text.space();
      report.answers().forEach(text::block);
    }
    return List.copyOf(text.lines);
  }

  /// The lines of some blocks, without a heading.
  public static List<String> of(List<? extends Block> blocks, Terminal terminal) {
    TextReport text = new TextReport(terminal);
    blocks.forEach(text::block);
    return List.copyOf(text.lines);
  }

  private void space() {
    if (!lines.isEmpty() && !lines.getLast().isEmpty()) {
      lines.add("");
    }
  }

  private void head(Head head) {
    String outcome = PlainText.line((head.subject() + " " + head.outcome()).strip());
    lines.add(
        terminal.paint(Paint.STRONG, outcome)
            + (head.reason().isEmpty() ? "" : ": " + PlainText.line(head.reason())));
    if (!head.shape().isEmpty()) {
      lines.add(PlainText.line(head.shape()));
    }
  }

  /// What stands under a verdict is indented.
  private List<String> verdict(Block block) {
    if (block instanceof Block.Verdict || block instanceof Block.Note) {
      return of(List.of(block), terminal);
    }
    return of(List.of(block), terminal).stream().map(line -> INDENT + line).toList();
  }

  private void section(Section section) {
    List<String> inside = of(section.blocks(), terminal);
    if (inside.isEmpty()) {
      return;
    }
    Block first = section.blocks().getFirst();
    if (!(first instanceof Block.Headline)) {
      space();
    }
    String heading = heading(section, first);
    if (!heading.isEmpty()) {
      lines.add(terminal.paint(Paint.STRONG, heading));
    }
    lines.addAll(inside);
  }

  /// Empty over a block that has a heading of its own, or a first column that says the same.
  private static String heading(Section section, Block first) {
    String title = PlainText.line(section.title());
    String note = PlainText.line(section.note());
    boolean word = title.length() > 1 && Character.isLowerCase(title.charAt(1));
    String lower =
        word ? title.substring(0, 1).toLowerCase(Locale.ROOT) + title.substring(1) : title;
    boolean said =
        switch (first) {
          case Block.Headline _, Block.Part _ -> true;
          case Block.Table table -> lower.equals(table.columns().getFirst().title() + "s");
          default -> false;
        };
    return said ? note : note.isEmpty() ? lower : lower + ", " + note;
  }

  private void block(Block block) {
    switch (block) {
      case Block.Text text -> lines.add(PlainText.line(text.text()));
      case Block.Verdict verdict -> {
        String word = verdict.of().toUpperCase(Locale.ROOT) + " " + verdict.word();
        lines.add(
            terminal.paint(paint(verdict.tone()), PlainText.line(word))
                + (verdict.reason().isEmpty() ? "" : INDENT + PlainText.line(verdict.reason())));
        verdict.findings().forEach(finding -> lines.add(INDENT + PlainText.line(finding)));
      }
      case Block.Note note -> {
        String text = note.of().toUpperCase(Locale.ROOT) + INDENT + note.text();
        lines.add(terminal.paint(Paint.WARNING, PlainText.line(text)));
      }
      case Block.Headline headline ->
          headline.sentences().forEach(sentence -> lines.add(PlainText.line(sentence)));
      case Block.Table table -> table(table);
      case Block.Part part -> part(part);
      case Block.Pairs _, Block.Source _, Block.OverTime _, Block.Chart _, Block.Graph _ -> {
        // What cannot be drawn in letters, or belongs to the setup.
      }
    }
  }

  private static Paint paint(Tone tone) {
    return switch (tone) {
      case GOOD -> Paint.GOOD;
      case PLAIN -> Paint.STRONG;
      case WARN -> Paint.WARNING;
      case BAD -> Paint.BAD;
    };
  }

  private void table(Block.Table table) {
    if (table.rows().isEmpty()) {
      return;
    }
    List<Integer> used =
        IntStream.range(0, table.columns().size())
            .filter(i -> table.rows().stream().anyMatch(row -> !row.get(i).text().isEmpty()))
            .boxed()
            .toList();
    Table text =
        new Table(
            used.stream()
                .map(i -> table.columns().get(i))
                .map(one -> new Table.Column(PlainText.line(one.title()), one.number(), one.rank()))
                .toArray(Table.Column[]::new));
    table.rows().stream()
        .limit(table.most())
        .forEach(row -> text.row(used.stream().map(i -> row.get(i).text()).toArray(String[]::new)));
    lines.addAll(text.lines(terminal.columns()));
    int left = table.rows().size() - table.most();
    if (left > 0) {
      lines.add(INDENT + "and " + left + " more");
    }
  }

  private void part(Block.Part part) {
    List<String> inside =
        part.brief().isPresent()
            ? part.brief().get().stream().flatMap(one -> broken(one).stream()).toList()
            : of(part.blocks(), terminal);
    if (inside.isEmpty()) {
      return;
    }
    space();
    if (!part.title().isEmpty()) {
      lines.add(PlainText.line(part.title()));
    }
    lines.addAll(inside);
  }

  /// A line that is broken after commas if it is too wide.
  private List<String> broken(Block.Part.Brief brief) {
    List<String> broken = new ArrayList<>();
    StringBuilder line = new StringBuilder("  %-10s  ".formatted(PlainText.line(brief.name())));
    String indent = " ".repeat(line.length());
    int last = brief.words().size() - 1;
    for (int i = 0; i <= last; i++) {
      String word = PlainText.line(brief.words().get(i)) + (i < last ? "," : "");
      boolean begun = line.length() > indent.length();
      int width = DisplayWidth.of(line.toString()) + 1 + DisplayWidth.of(word);
      if (begun && width > terminal.columns()) {
        broken.add(line.toString());
        line = new StringBuilder(indent + word);
      } else {
        line.append(begun ? " " : "").append(word);
      }
    }
    broken.add(line.toString());
    return broken;
  }
}
