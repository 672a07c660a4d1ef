package dev.broadside.kit.load;

import dev.broadside.core.param.Problem;
import dev.broadside.kit.query.TableCatalog;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongFunction;

/// One of a job's [MadeTables].
///
/// @param name in the database
/// @param create the statement that creates it
/// @param place of that statement in the user's file; empty if it comes from Java
/// @param rows what it is loaded with, for a seed; the same rows whenever it is asked
/// @param indexes built when its rows are loaded
/// @param notes what it is made with
public record MadeTable(
    String name,
    String create,
    String place,
    LongFunction<TableLoad> rows,
    List<TableCatalog.Index> indexes,
    List<Note> notes) {

  /// Something that a table was made with, noted in the database, so that a job that needs it
  /// otherwise does not use the table.
  ///
  /// @param name of the note
  /// @param value what this job needs
  /// @param misfit the problem of a table that was made with another value, which is given
  public record Note(String name, String value, Function<String, Problem> misfit) {}
}
