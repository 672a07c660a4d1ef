package dev.broadside.core.input;

import dev.broadside.core.job.JobSpec;
import dev.broadside.core.param.CommaList;
import dev.broadside.core.param.Problem;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// The folder in which users keep a job, and the tags by which they find it. It is not part of the
/// specification: it may change at any time, even after the end.
///
/// @param folder names with slashes between them, `nightly/mysql`; empty if the job is in no folder
/// @param tags in the order in which they were given, without duplicates
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

  /// Whether a text is a folder's name. The empty name stands for no folder.
  public static boolean isFolder(String text) {
    return text.length() <= LONGEST_FOLDER && text.matches(FOLDER);
  }

  public Filing {
    tags = List.copyOf(tags);
  }

  /// A change of folder and tags. Two users who change different tags do not undo each other's
  /// changes.
  ///
  /// @param folder empty if it stays
  public record Change(Optional<String> folder, List<String> add, List<String> remove) {
    /// Nothing changes.
    public static final Change NONE = new Change(Optional.empty(), List.of(), List.of());

    private static final JobField<List<String>> ADD = JobDocument.TAGS.at("add");
    private static final JobField<List<String>> REMOVE = JobDocument.TAGS.at("remove");

    public Change {
      add = List.copyOf(add);
      remove = List.copyOf(remove);
    }

    /// Reads `{"folder": "nightly", "add": ["best"], "remove": []}`, one of which is enough.
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

  /// The filing that a job was submitted with.
  public static Filing of(JobSpec spec) {
    return new Filing(JobDocument.FOLDER.in(spec), JobDocument.TAGS.in(spec));
  }

  /// The job with this filing.
  public JobSpec in(JobSpec spec) {
    if (equals(of(spec))) {
      return spec;
    }
    return spec.with(JobDocument.FOLDER.declared().name(), folder)
        .with(JobDocument.TAGS.declared().name(), CommaList.joined(tags));
  }

  /// This filing after a change. If that makes too many tags, a problem is added.
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
