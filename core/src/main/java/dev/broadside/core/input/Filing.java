package dev.broadside.core.input;

import dev.broadside.core.job.CommaList;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.param.Problem;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Where users keep a job, and by which words they find it. It is no part of what was asked: it may
/// change at any time, after the end, too.
///
/// @param folder names with slashes between them, `nightly/mysql`; empty for none
/// @param tags different ones, in the order in which they were given
public record Filing(String folder, List<String> tags) {
  public static final int MOST_TAGS = 16;
  public static final int LONGEST_TAG = 64;

  static final int LONGEST_FOLDER = 200;
  static final String FOLDER_FORM =
      "words without spaces, quotes, commas and semicolons, with slashes between them";
  static final String TAGS_FORM =
      "give at most "
          + MOST_TAGS
          + " words of at most "
          + LONGEST_TAG
          + " characters, without spaces and quotes";

  private static final String LETTER = "[^\\s\\p{Cntrl},;\"]";
  private static final Pattern TAG = Pattern.compile(LETTER + "{1," + LONGEST_TAG + "}");
  private static final String IN_FOLDER = LETTER.replace("]", "/]") + "+";
  static final String FOLDER = "(" + IN_FOLDER + "(/" + IN_FOLDER + ")*)?";

  /// Whether it is a folder's name; the empty one is that of none.
  public static boolean isFolder(String text) {
    return text.length() <= LONGEST_FOLDER && text.matches(FOLDER);
  }

  public Filing {
    tags = List.copyOf(tags);
  }

  /// A change of it: two who change other tags do not undo each other's.
  ///
  /// @param folder empty where it stays
  public record Change(Optional<String> folder, List<String> add, List<String> remove) {
    /// Everything stays.
    public static final Change NONE = new Change(Optional.empty(), List.of(), List.of());

    private static final JobField<List<String>> ADD = JobDocument.TAGS.at("add");
    private static final JobField<List<String>> REMOVE = JobDocument.TAGS.at("remove");

    public Change {
      add = List.copyOf(add);
      remove = List.copyOf(remove);
    }

    /// Reads `{"folder": "nightly", "add": ["best"], "remove": []}`, of which one is enough.
    public static Change read(JsonFields fields) {
      fields.onlyKnow(List.of(JobDocument.FOLDER.path(), ADD.path(), REMOVE.path()));
      Change change =
          new Change(
              fields.given(JobDocument.FOLDER),
              fields.given(ADD).orElse(List.of()),
              fields.given(REMOVE).orElse(List.of()));
      if (change.equals(NONE) && fields.sound()) {
        fields.wrong("folder", "nothing is to be changed", "give folder, add or remove");
      }
      return change;
    }
  }

  /// What was asked for.
  public static Filing of(JobSpec spec) {
    return new Filing(JobDocument.FOLDER.in(spec), JobDocument.TAGS.in(spec));
  }

  /// The same job, which asks for this.
  public JobSpec in(JobSpec spec) {
    if (equals(of(spec))) {
      return spec;
    }
    return spec.with(JobDocument.FOLDER.declared().name(), folder)
        .with(JobDocument.TAGS.declared().name(), CommaList.joined(tags));
  }

  /// The same after a change; where that makes too many tags, what is wrong with it.
  public Filing after(Change change, List<Problem> problems) {
    Set<String> after = new LinkedHashSet<>(tags);
    change.remove.forEach(after::remove);
    after.addAll(change.add);
    if (after.size() > MOST_TAGS) {
      problems.add(
          Problem.wrong(
              "add", "that makes " + after.size() + " tags", "keep at most " + MOST_TAGS));
      return this;
    }
    return new Filing(change.folder.orElse(folder), new ArrayList<>(after));
  }

  static Optional<List<String>> tags(String text) {
    List<String> tags = CommaList.parts(text);
    return tags.size() <= MOST_TAGS && tags.stream().allMatch(tag -> TAG.matcher(tag).matches())
        ? Optional.of(tags)
        : Optional.empty();
  }
}
