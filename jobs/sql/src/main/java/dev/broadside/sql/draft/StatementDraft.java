package dev.broadside.sql.draft;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Parsed;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.engine.Engines;
import dev.broadside.kit.jdbc.Target;
import dev.broadside.kit.jdbc.TargetTrial;
import dev.broadside.kit.monitor.AskedStatements;
import dev.broadside.kit.query.Rows;
import dev.broadside.sql.draft.Digest.Reading;
import dev.broadside.sql.draft.DraftFile.Carried;
import dev.broadside.sql.draft.DraftFile.Left;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.regex.Pattern;

/// Makes the text of a YAML job class from the statements that a database was asked most often. It
/// takes the id of the job class and the target's parameters. Changes nothing in the database.
///
/// The launcher has no drivers, so this is loaded with them, and made by its name.
public final class StatementDraft implements BiFunction<String, ParameterValues, Parsed<String>> {
  /// Each is an operation, of which a job has at most 64, with some for commits and the like.
  private static final int MOST = 40;

  private static final Pattern VALUE = Pattern.compile("(?<!:):(p\\d+)\\b");
  private static final int MOST_READ = 20_000;
  private static final int SHOWN = 300;

  /// A statement's text, and how often the database was asked it.
  private record Asked(String text, long calls) {}

  @Override
  public Parsed<String> apply(String id, ParameterValues values) {
    List<Problem> problems = new ArrayList<>(Target.check(values));
    if (problems.isEmpty()) {
      problems.addAll(TargetTrial.reach(Target.of(values), _ -> {}));
    }
    return problems.isEmpty()
        ? draft(id, Target.of(values))
        : new Parsed.Wrong<>(problems.getFirst());
  }

  private static Parsed<String> draft(String id, Target target) {
    try (Connection connection = target.connect(Target.Purpose.SET_UP)) {
      Dialect dialect = Engines.of(connection);
      Optional<AskedStatements> view = dialect.askedStatements();
      if (view.isEmpty()) {
        return wrong(
            target.url(),
            dialect.name() + " does not keep which statements it was asked",
            "name a database of MySQL, MariaDB, PostgreSQL or Oracle");
      }
      return draft(id, target.url(), connection, dialect, view.get());
    } catch (SQLException e) {
      return wrong(target.url(), "it gave up answering (" + words(e) + ")", "try again");
    }
  }

  static Parsed<String> draft(
      String id, String url, Connection connection, Dialect dialect, AskedStatements view)
      throws SQLException {
    List<Asked> asked;
    try {
      if (Rows.whole(connection, view.collecting()) != 1) {
        return wrong(url, view.name() + " is switched off", view.mend());
      }
      asked = asked(connection, view.query());
    } catch (SQLException e) {
      return wrong(url, view.name() + " cannot be read (" + words(e) + ")", view.mend());
    }
    DraftFile file = new DraftFile(id, product(connection), view.name());
    TableValues drawn = new TableValues(connection, dialect, view);
    new Sorting(connection, dialect, view, drawn, file).sort(asked);
    if (!file.carried().isEmpty()) {
      return new Parsed.Value<>(file.text(drawn));
    }
    return file.left().isEmpty()
        ? wrong(
            url,
            view.name() + " has no statement of this database that reads or writes a table",
            "let the database work for a while, and name that of the load in the URL")
        : wrong(
            url,
            "no statement can be carried over; of the one most often asked, "
                + file.left().getFirst().why(),
            "try again when that is mended");
  }

  /// A statement is left out if it is one of more than so many calls, such as one that loaded rows.
  private static final long SELDOM = 5_000;

  private static String product(Connection connection) throws SQLException {
    var meta = connection.getMetaData();
    return meta.getDatabaseProductName() + " " + meta.getDatabaseProductVersion();
  }

  private static Parsed<String> wrong(String where, String what, String mend) {
    return new Parsed.Wrong<>(Problem.wrong(where, what, mend));
  }

  private static String words(SQLException e) {
    return PlainText.line(Objects.requireNonNullElse(e.getMessage(), "no message").strip(), SHOWN);
  }

  private static List<Asked> asked(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setMaxRows(MOST_READ);
      try (ResultSet rows = statement.executeQuery(query)) {
        List<Asked> asked = new ArrayList<>();
        while (rows.next()) {
          asked.add(new Asked(rows.getString(1).strip(), rows.getLong(2)));
        }
        return asked;
      }
    }
  }

  /// Puts each statement into the file, or what it says of those that it leaves out.
  private record Sorting(
      Connection connection,
      Dialect dialect,
      AskedStatements view,
      TableValues values,
      DraftFile file) {

    void sort(List<Asked> asked) {
      long all = asked.stream().mapToLong(Asked::calls).sum();
      for (Asked one : asked) {
        if (one.calls() * SELDOM < all) {
          file.leave(
              new Left(one.text(), one.calls(), "it was called too seldom to weigh anything"));
          continue;
        }
        switch (DigestReader.read(one.text(), view, values::columns)) {
          case Reading.Administrative() -> {}
          case Reading.Refused(String why) -> file.leave(new Left(one.text(), one.calls(), why));
          case Reading.Good(Digest digest) -> carry(one, digest);
        }
      }
    }

    private void carry(Asked one, Digest digest) {
      if (file.joins(digest, one.calls())) {
        return;
      }
      if (file.carried().size() == MOST) {
        file.leave(new Left(one.text(), one.calls(), "the %d most called are".formatted(MOST)));
        return;
      }
      try {
        List<Integer> types = types(digest);
        String sql = digest.sql();
        Map<String, TableValues.Drawn> drawn = new LinkedHashMap<>();
        for (int i = 0; i < types.size(); i++) {
          int type = types.get(i);
          Digest.Bind bind = digest.binds().get(i);
          drawn.put(
              bind.name(),
              values
                  .drawn(bind.meaning(), type)
                  .orElseThrow(() ->
                      new SQLException(
                          "it takes a value of a type for which nothing can stand in")));
          if (isArgument(bind.meaning(), type)) {
            sql = sql.replaceAll("(?<!:):" + bind.name() + "\\b", "cast($0 as integer)");
          }
        }
        file.carry(new Carried(digest, sql, one.calls(), drawn));
      } catch (SQLException e) {
        file.leave(new Left(one.text(), one.calls(), words(e)));
      }
    }

    /// Whether a value may be an argument of a function that takes no 64-bit whole numbers, such as
    /// `substr`; a job has no others.
    private static boolean isArgument(Digest.Meaning meaning, int type) {
      return meaning instanceof Digest.Meaning.Unknown
          && (type == Types.SMALLINT || type == Types.INTEGER);
    }

    /// The types of a statement's values, as far as the database tells; it also says whether the
    /// statement can be executed.
    private List<Integer> types(Digest digest) throws SQLException {
      String sql = VALUE.matcher(digest.sql()).replaceAll("?");
      List<String> names =
          VALUE.matcher(digest.sql()).results().map(value -> value.group(1)).toList();
      dialect.compile(connection, sql);
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        statement.getMetaData();
        List<Integer> types = new ArrayList<>();
        for (Digest.Bind bind : digest.binds()) {
          int at = names.indexOf(bind.name()) + 1;
          types.add(
              dialect.castsTexts()
                  ? Types.NULL
                  : statement.getParameterMetaData().getParameterType(at));
        }
        return types;
      }
    }
  }
}
