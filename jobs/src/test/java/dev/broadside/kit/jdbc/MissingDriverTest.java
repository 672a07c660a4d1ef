package dev.broadside.kit.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;

import dev.broadside.core.param.Problem;
import dev.broadside.core.work.JobClass;
import dev.broadside.jobs.igenoltp.Igenoltp;
import dev.broadside.testkit.JobTester;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The job class in a class loader of its own, as a worker loads it: the JDK and the SPI from
/// outside, and nothing else but what was put into the loader.
class MissingDriverTest {

  private static final class PackLoader extends URLClassLoader {
    PackLoader(List<URL> jars) {
      super(jars.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      return name.startsWith("dev.broadside.core.")
          ? JobClass.class.getClassLoader().loadClass(name)
          : super.findClass(name);
    }
  }

  private static URL jarOf(Class<?> type) {
    return type.getProtectionDomain().getCodeSource().getLocation();
  }

  private static List<Problem> trial(Class<?>... drivers) throws Exception {
    List<URL> jars = new ArrayList<>(List.of(jarOf(Igenoltp.class), jarOf(Target.class)));
    for (Class<?> driver : drivers) {
      jars.add(jarOf(driver));
    }
    try (PackLoader loader = new PackLoader(jars)) {
      Class<?> type = loader.loadClass(Igenoltp.class.getName());
      assertNotSame(Igenoltp.class, type);
      JobClass isolated = (JobClass) type.getConstructor().newInstance();
      return JobTester.onH2(isolated).trial();
    }
  }

  @Test
  void aDriverThatIsNotThereIsNamedWithItsJar() throws Exception {
    Problem expected =
        Problem.wrong(
            "parameter url",
            "the driver for jdbc:h2: is not installed",
            "put h2-*.jar into the agent's drivers/ folder");
    assertEquals(List.of(expected), trial());
    assertEquals(List.of(expected), trial(org.mariadb.jdbc.Driver.class));
  }

  @Test
  void aDriverIsFoundBesideTheJobClassAndNowhereElse() throws Exception {
    assertEquals(List.of(), trial(org.mariadb.jdbc.Driver.class, org.h2.Driver.class));
  }
}
