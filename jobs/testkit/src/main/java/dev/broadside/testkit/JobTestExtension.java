package dev.broadside.testkit;

import dev.broadside.core.work.JobClass;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/// Makes the [JobTester]s of a [JobTest].
final class JobTestExtension implements ParameterResolver {
  private static final ExtensionContext.Namespace OURS =
      ExtensionContext.Namespace.create(JobTestExtension.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
    return parameter.getParameter().getType() == JobTester.class;
  }

  /// JUnit closes what is in the store of a test when the test has ended.
  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
    TestDatabase database =
        parameter.findAnnotation(On.class).map(On::value).orElse(TestDatabase.H2);
    JobTester tester = database.test(jobClass(test.getRequiredTestClass()));
    test.getStore(OURS).put(tester, (AutoCloseable) tester::closeRuns);
    return tester;
  }

  private static JobClass jobClass(Class<?> testClass) {
    for (Class<?> type = testClass; type != null; type = type.getEnclosingClass()) {
      JobTest named = type.getAnnotation(JobTest.class);
      if (named != null) {
        return made(named.value());
      }
    }
    throw new ParameterResolutionException(testClass + " has no @JobTest that names a job class");
  }

  private static JobClass made(Class<? extends JobClass> type) {
    try {
      return type.getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException failure) {
      throw new ParameterResolutionException(
          type + " has no public constructor without parameters that works", failure);
    }
  }
}
