package dev.broadside.kit.job;

import java.lang.reflect.Proxy;

/// What stands in a place until the real thing is there: whoever uses it is told.
final class NotYet {
  private NotYet() {}

  static <T> T of(Class<T> type, String why) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, _, _) -> {
              throw new IllegalStateException(why);
            }));
  }
}
