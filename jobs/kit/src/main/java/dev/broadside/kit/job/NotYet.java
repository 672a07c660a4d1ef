package dev.broadside.kit.job;

import java.lang.reflect.Proxy;

/// A placeholder until the real object is set: every call fails and says why.
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
