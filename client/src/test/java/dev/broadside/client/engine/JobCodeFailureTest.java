package dev.broadside.client.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.kit.jdbc.AnswerWatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// An author is told the line of the author's code, whoever's class the load thread is.
class JobCodeFailureTest {
  private static final String ITERATE = "dev.broadside.kit.jdbc.AnswerWatch$Watched.iterate";

  private static String told(Class<?> author, String... methods) {
    IllegalStateException thrown = new IllegalStateException("boom");
    thrown.setStackTrace(
        Stream.of(methods)
            .map(method -> {
              int dot = method.lastIndexOf('.');
              return new StackTraceElement(
                  method.substring(0, dot), method.substring(dot + 1), "File.java", 7);
            })
            .toArray(StackTraceElement[]::new));
    return JobCodeFailure.of(thrown, author).message();
  }

  @Test
  void theAuthorsLineIsToldWhereTheThreadIsTheKits() {
    assertEquals(
        "IllegalStateException: boom, at example.Transfer$Move.run(File.java:7)",
        told(
            AnswerWatch.class,
            "dev.broadside.kit.job.Read.whole",
            "example.Transfer$Move.run",
            "dev.broadside.kit.job.Transaction.iterate",
            ITERATE));
  }

  @Test
  void theKitsLineIsToldWhereNoOtherIs() {
    assertEquals(
        "IllegalStateException: boom, at " + ITERATE + "(File.java:7)",
        told(AnswerWatch.class, ITERATE, "dev.broadside.client.engine.LoadThread.run"));
  }
}
