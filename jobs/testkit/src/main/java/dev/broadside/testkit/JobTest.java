package dev.broadside.testkit;

import dev.broadside.core.work.JobClass;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/// A test class of a job class: each test that has a parameter of type [JobTester] is given one on
/// a database of its own, and what it leaves open is closed.
///
/// ```java
/// @JobTest(Transfer.class)
/// class TransferTest {
///   @Test
///   void noMoneyIsLost(JobTester job) throws Exception {
///     job.with("accounts", "10").threads(2).run(100);
///   }
///
///   @Test
///   void norOnMariaDb(@On(TestDatabase.MARIADB) JobTester job) throws Exception {
///     job.with("accounts", "10").threads(2).run(100);
///   }
/// }
/// ```
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(JobTestExtension.class)
public @interface JobTest {
  /// The job class, of which an instance is made for each test.
  Class<? extends JobClass> value();
}
