package dev.broadside.client.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.param.FromUsersFile;
import dev.broadside.core.param.Problem;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class TargetProblemsTest {
  private static SQLException thrown(String state) {
    return new Written(state);
  }

  private static final class Written extends SQLException implements FromUsersFile {
    private static final long serialVersionUID = 1;

    Written(String state) {
      super("no\nsuch", state, 7);
    }

    @Override
    public String place() {
      return "a.yaml line 3";
    }

    @Override
    public String answer() {
      return "" + getMessage();
    }
  }

  private static SQLException answer(String state) {
    return new SQLException("no\nsuch", state, 7);
  }

  @Test
  void aStatementThatAUserWroteIsAWrongInputAtItsOwnPlace() {
    for (String state : new String[] {"42000", "42S22", "02000"}) {
      SQLException thrown = new SQLException("x", state, thrown(state));

      assertTrue(TargetProblems.isUsers(thrown), state);
      Problem problem = TargetProblems.of("the preparation", thrown);
      assertEquals(Problem.Kind.WRONG_INPUT, problem.kind());
      assertTrue(
          problem.sentence().startsWith("a.yaml line 3: no such; mend the statement"),
          problem.sentence());
    }
  }

  @Test
  void whatAJobClassAsksAndWhatADatabaseCannotDoNowIsNoWrongInputOfAUser() {
    assertFalse(TargetProblems.isUsers(answer("42000")));
    assertFalse(TargetProblems.isUsers(thrown("08006")));
  }
}
