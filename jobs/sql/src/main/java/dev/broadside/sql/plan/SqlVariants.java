package dev.broadside.sql.plan;

import dev.broadside.core.param.Problem;
import dev.broadside.core.work.Failure;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.query.RefusedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// A statement in the words of several databases.
///
/// @param byEngine by the engine's name; `default` for all that are not named
/// @param place in the file that it was read from
public record SqlVariants(Map<String, SqlTemplate> byEngine, String place) {
  /// The key for all engines that are not named.
  public static final String OTHERS = "default";

  public SqlVariants {
    byEngine = Map.copyOf(byEngine);
  }

  public static SqlVariants one(SqlTemplate template, String place) {
    return new SqlVariants(Map.of(OTHERS, template), place);
  }

  /// The text for a database; MariaDB uses MySQL's if it has none of its own. Empty if the file has
  /// no text for the database.
  public Optional<SqlTemplate> find(Dialect dialect) {
    String name = dialect.name();
    for (String one : List.of(name, name.equals("mariadb") ? "mysql" : name, OTHERS)) {
      if (byEngine.containsKey(one)) {
        return Optional.of(byEngine.get(one));
      }
    }
    return Optional.empty();
  }

  /// The problem that a database has no text here; empty if it has one.
  public Optional<Problem> missing(Dialect dialect) {
    String engine = dialect.name();
    return find(dialect).isPresent()
        ? Optional.empty()
        : Optional.of(
            Problem.wrong(
                place,
                "there is no text for " + engine,
                "give one under " + engine + " or " + OTHERS));
  }

  /// A database's answer to it, with its place.
  public SQLException placed(SQLException answer) {
    return new RefusedStatement(place, Failure.describe(answer), answer);
  }

  /// @throws IllegalStateException if the database has no text: call [#missing] first
  public SqlTemplate of(Dialect dialect) {
    return find(dialect)
        .orElseThrow(() -> new IllegalStateException("no statement for " + dialect.name()));
  }

  /// Whether there is nothing to do on a database.
  public boolean nothing(Dialect dialect) {
    return find(dialect).filter(SqlTemplate.NOTHING::equals).isPresent();
  }

  /// Any of the texts, to look at what all have in common.
  public SqlTemplate any() {
    return Stream.concat(
            Optional.ofNullable(byEngine.get(OTHERS)).stream(), byEngine.values().stream())
        .filter(one -> !one.equals(SqlTemplate.NOTHING))
        .findFirst()
        .orElse(SqlTemplate.NOTHING);
  }
}
