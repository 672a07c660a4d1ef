package dev.broadside.server.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.report.Json;
import dev.broadside.server.store.base.StoreException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class FailuresTest {
  private final Failures failures = new Failures(Json.mapper());

  private String told(String sqlState) {
    HttpProblem problem =
        failures.problem(new StoreException("no", new SQLException("no", sqlState)));
    assertEquals(HttpProblem.Kind.UNAVAILABLE, problem.kind());
    return problem.getMessage();
  }

  @Test
  void aStoreWithoutRoomIsToldApartFromOneThatDoesNotAnswer() {
    assertTrue(told("53100").startsWith("The store is full; free space"), told("53100"));
    assertTrue(told("08006").startsWith("The store does not answer"), told("08006"));
  }
}
