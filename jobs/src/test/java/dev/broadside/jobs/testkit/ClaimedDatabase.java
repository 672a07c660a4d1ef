package dev.broadside.jobs.testkit;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.util.Map;

/// A connection that tells of its database what a test wants it to, and can do nothing else: for
/// databases that the tests cannot start.
public final class ClaimedDatabase {
  private ClaimedDatabase() {}

  /// @param answers by the names of the methods of [DatabaseMetaData]
  public static Connection of(Map<String, Object> answers) {
    DatabaseMetaData meta = answering(DatabaseMetaData.class, answers);
    return answering(Connection.class, Map.of("getMetaData", meta));
  }

  private static <T> T answering(Class<T> type, Map<String, Object> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, _) -> {
              if (!answers.containsKey(method.getName())) {
                throw new UnsupportedOperationException(method.getName());
              }
              return answers.get(method.getName());
            }));
  }
}
