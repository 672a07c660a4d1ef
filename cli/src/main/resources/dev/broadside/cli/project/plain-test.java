package example.{{package}};

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.testkit.JobTester;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The whole life of the job class, from its parameters to its checks.
class {{class}}Test {
  @Test
  void everyBlockThatWasCountedIsInAFile(@TempDir Path folder) throws Exception {
    JobTester job =
        JobTester.of(new {{class}}()).with("folder", folder.toString()).with("bytes", "100");
    job.threads(2).run(50);
    assertEquals(50, job.totals().operation("force").ok());
  }
}
