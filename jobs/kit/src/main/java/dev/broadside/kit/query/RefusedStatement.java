package dev.broadside.kit.query;

import dev.broadside.core.param.FromUsersFile;
import java.sql.SQLException;

/// A database's answer to a statement that a user wrote into a file; the message begins with the
/// place.
public final class RefusedStatement extends SQLException implements FromUsersFile {
  private static final long serialVersionUID = 1;

  private final String place;
  private final String answer;

  /// @param place in the user's file
  /// @param answer of the database
  public RefusedStatement(String place, String answer, SQLException cause) {
    super(place + ": " + answer, cause.getSQLState(), cause.getErrorCode(), cause);
    this.place = place;
    this.answer = answer;
  }

  @Override
  public String place() {
    return place;
  }

  @Override
  public String answer() {
    return answer;
  }
}
