package dev.broadside.client.pack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.client.poison.PoisonJob;
import dev.broadside.client.poison.UnfitJobs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Jars that no pack can be made of: each one sentence with the class and the method.
class UnfitPacksTest {
  private static final String UNFIT = UnfitJobs.class.getName() + "$";

  @TempDir private Path folder;

  private Optional<String> attempt(Duration patience, Path jar) throws Exception {
    Path pack = folder.resolve("pack.jar");
    Optional<String> refusal =
        new PackBuilder().attempt(patience, jar.toString(), pack.toString(), "unfit@1");
    assertEquals(refusal.isEmpty(), Files.exists(pack));
    assertTrue(refusal.orElse("").length() < 1_200, refusal::toString);
    return refusal;
  }

  static Stream<Arguments> unfit() {
    return Stream.of(
        Arguments.of(
            List.of(UnfitJobs.Throws.class),
            "describe() of "
                + UNFIT
                + "Throws failed with IllegalStateException: boom, at UnfitJobs.java line"),
        Arguments.of(
            List.of(UnfitJobs.Overflows.class),
            "describe() of " + UNFIT + "Overflows failed with StackOverflowError"),
        Arguments.of(
            List.of(UnfitJobs.GivesNull.class),
            "describe() of " + UNFIT + "GivesNull failed with NullPointerException"),
        Arguments.of(
            List.of(UnfitJobs.CannotBeMade.class),
            "job class " + UNFIT + "CannotBeMade cannot be made: NoClassDefFoundError"),
        Arguments.of(
            List.of(UnfitJobs.TenThousandFigures.class),
            "job class many needs at most 64 figures with ids of their own"),
        Arguments.of(
            List.of(UnfitJobs.Twin.class, UnfitJobs.OtherTwin.class),
            UNFIT + "Twin and " + UNFIT + "OtherTwin describe themselves by the same id, twin"));
  }

  @ParameterizedTest
  @MethodSource("unfit")
  void isRefusedWithTheClassAndTheMethod(List<Class<?>> offered, String sentence) throws Exception {
    Path jar = TestPacks.jarOf(folder.resolve("jobs.jar"), offered.toArray(Class<?>[]::new));
    String refusal = attempt(Duration.ofSeconds(30), jar).orElseThrow();
    assertTrue(refusal.contains(sentence), refusal);
  }

  @Test
  void theSentenceAboutADeclarationReachesItsAuthorWithItsLine() throws Exception {
    Path jar = TestPacks.jarOf(folder.resolve("jobs.jar"), UnfitJobs.WronglyDeclared.class);
    String refusal = attempt(Duration.ofSeconds(30), jar).orElseThrow();
    String said = PackException.problem("pack jobs.jar", refusal, "give a jar").sentence();
    assertEquals(
        "pack jobs.jar: job class "
            + UNFIT
            + "WronglyDeclared cannot be made: table t: \"id numbr\" is no column: write a name,"
            + " at UnfitJobs.java line N; mend the job class.",
        said.replaceFirst("line \\d+", "line N"));
  }

  @Test
  void aClassThatNeverDescribesItselfIsNotWaitedForForEver() throws Exception {
    Path jar = TestPacks.jarOf(folder.resolve("jobs.jar"), UnfitJobs.NeverReturns.class);
    assertEquals(
        Optional.of("describe() of " + UNFIT + "NeverReturns took longer than 2s"),
        attempt(Duration.ofSeconds(2), jar));
  }

  @Test
  void aJarWithoutAJobClassIsNoPack() throws Exception {
    Path jar = TestPacks.jar(folder.resolve("empty.jar"), Map.of("a/B.class", new byte[9]));
    String refusal = attempt(Duration.ofSeconds(30), jar).orElseThrow();
    assertTrue(refusal.startsWith("the jar names no job class in META-INF/services/"), refusal);
  }

  @Test
  void aJobClassWithoutOperationsIsOne() throws Exception {
    Path jar = TestPacks.jarOf(folder.resolve("jobs.jar"), PoisonJob.class);
    assertFalse(attempt(Duration.ofSeconds(30), jar).isPresent());
  }
}
