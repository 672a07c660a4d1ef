package dev.broadside.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The database of a [JobTester] that a test is given; without it, that is [TestDatabase#H2].
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
public @interface On {
  TestDatabase value();
}
