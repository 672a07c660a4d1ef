package dev.broadside.core.work;

import dev.broadside.core.param.Parameters;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/// What a job class is called, what users give it, and what it times and counts.
///
/// @param id stable id, as on the command line: `igenoltp`, `sysbench_oltp_read_write`
/// @param title a few words for lists
/// @param summary one to three sentences: what it does, and which tool and version it reproduces
/// @param parameters its inputs
/// @param operations the names of what it times inside an iteration, in the order of the indexes
///   given to [Iteration#begin(int)]; may be empty. At most [#MAX_OPERATIONS].
/// @param figures what else it counts and measures, in the order of the indexes given to
///   [Iteration#add]; may be empty. At most [#MAX_FIGURES].
public record JobDescription(
    String id,
    String title,
    String summary,
    Parameters parameters,
    List<String> operations,
    List<Figure> figures) {

  /// More operations than this make results unreadable and records too large.
  public static final int MAX_OPERATIONS = 64;

  /// The marks of so many figures fit into one 64-bit word.
  public static final int MAX_FIGURES = 64;

  /// A job class without figures of its own.
  public JobDescription(
      String id, String title, String summary, Parameters parameters, List<String> operations) {
    this(id, title, summary, parameters, operations, List.of());
  }

  /// This description with one more figure at the end, unless it already has the most that are
  /// allowed.
  public JobDescription with(Figure figure) {
    if (figures.size() == MAX_FIGURES) {
      return this;
    }
    List<Figure> more = new ArrayList<>(figures);
    more.add(figure);
    return new JobDescription(id, title, summary, parameters, operations, more);
  }

  /// This description with one more operation at the end, unless it has that one, or already has
  /// the most that are allowed.
  public JobDescription withOperation(String operation) {
    if (operations.size() == MAX_OPERATIONS || operations.contains(operation)) {
      return this;
    }
    List<String> more = new ArrayList<>(operations);
    more.add(operation);
    return new JobDescription(id, title, summary, parameters, more, figures);
  }

  /// This description with other figures.
  public JobDescription withFigures(List<Figure> others) {
    return new JobDescription(id, title, summary, parameters, operations, others);
  }

  public JobDescription {
    figures = List.copyOf(figures);
    operations = List.copyOf(operations);
    if (!id.matches("[a-z][a-z0-9_-]{0,63}")) {
      throw new IllegalArgumentException(
          "job class id \"" + id + "\" is not lower-case letters, digits, dashes and underscores");
    }
    if (operations.size() > MAX_OPERATIONS
        || new HashSet<>(operations).size() != operations.size()) {
      throw new IllegalArgumentException(
          "job class "
              + id
              + " needs at most "
              + MAX_OPERATIONS
              + " operations with names of their own");
    }
    if (figures.size() > MAX_FIGURES
        || figures.stream().map(Figure::id).distinct().count() != figures.size()) {
      throw new IllegalArgumentException(
          "job class " + id + " needs at most " + MAX_FIGURES + " figures with ids of their own");
    }
  }
}
