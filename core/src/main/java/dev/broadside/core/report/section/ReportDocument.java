package dev.broadside.core.report.section;

import java.util.List;

/// A result for people.
///
/// @param head what was run, and how it ended
/// @param answers what a study or a comparison was made to find out
/// @param verdicts whether the numbers can be trusted, and notes about them
/// @param sections the numbers
/// @param setup the job and the hosts; a terminal leaves it out
public record ReportDocument(
    Head head,
    List<Block> answers,
    List<Block> verdicts,
    List<Section> sections,
    List<Section> setup) {
  public ReportDocument {
    answers = List.copyOf(answers);
    verdicts = List.copyOf(verdicts);
    sections = sections.stream().filter(section -> !section.blocks().isEmpty()).toList();
    setup = setup.stream().filter(section -> !section.blocks().isEmpty()).toList();
  }

  /// What was run, and how it ended.
  ///
  /// @param kind such as `Broadside study` with the title of the job class
  /// @param name the name of the job, study or group
  /// @param subject its name in a terminal, which does not show `name`
  /// @param outcome the state in words
  /// @param reason why it ended so; may be empty
  /// @param when its beginning and end, and its id
  /// @param shape the load and the number of agents; may be empty
  public record Head(
      String kind,
      String name,
      String subject,
      String outcome,
      Tone tone,
      String reason,
      String when,
      String shape) {
    /// The beginning and the end, to the second.
    ///
    /// @param startedAt the beginning in ISO 8601; empty if it never began
    /// @param endedAt the end in ISO 8601; empty while it goes on
    static String when(String startedAt, String endedAt, String id) {
      String span =
          startedAt.isEmpty()
              ? "never began"
              : endedAt.isEmpty()
                  ? "since " + moment(startedAt) + " UTC"
                  : moment(startedAt) + " to " + moment(endedAt) + " UTC";
      return span + " · " + id;
    }

    private static String moment(String instant) {
      return instant.replaceFirst("T", " ").replaceFirst("(\\.\\d+)?Z$", "");
    }
  }

  /// A part of a result under a heading. One without blocks is left out.
  ///
  /// @param id the page finds the section by it
  /// @param note explains its numbers; may be empty
  public record Section(String id, String title, String note, List<Block> blocks) {
    public Section {
      blocks =
          blocks.stream()
              .filter(block -> !(block instanceof Block.Table table && table.rows().isEmpty()))
              .toList();
    }

    static Section of(String id, String title, String note, Block... blocks) {
      return new Section(id, title, note, List.of(blocks));
    }
  }
}
