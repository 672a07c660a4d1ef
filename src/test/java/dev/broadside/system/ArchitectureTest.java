package dev.broadside.system;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/// Who may import whom: the table of docs/architecture.md, each rule with its reason.
///
/// A rule that would stand in the way of something good is to be discussed and changed here, never
/// worked round.
class ArchitectureTest {
  private static final String ROOT = "dev.broadside.";
  private static final int MOST_FILES = 20;

  private static final List<String> SOURCES =
      List.of(
          "core/spi",
          "core",
          "jobs/kit",
          "jobs/testkit",
          "jobs/sql",
          "jobs",
          "client",
          "server",
          "cli",
          "bench");

  private static final JavaClasses BROADSIDE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          // Nor the fixture of other modules' tests, which is a jar.
          .withImportOption(location -> !location.contains("-tests.jar"))
          .importPackages(
              "dev.broadside.core",
              "dev.broadside.kit",
              "dev.broadside.testkit",
              "dev.broadside.sql",
              "dev.broadside.jobs",
              "dev.broadside.client",
              "dev.broadside.server",
              "dev.broadside.cli");

  /// The packages of core form a tree without cycles; each may use those before it.
  static final List<ArchRule> CORE =
      List.of(
          only("core.param", "it is the ground floor of the SPI"),
          only(
              "core.work", "authors compile against it, and it must drag in nothing", "core.param"),
          only("core.sentence", "what a sentence is made of knows no job", "core.param"),
          only("core.address", "where an address leads is read from its text", "core.param"),
          only("core.time", "everybody is handed time, and time needs nobody"),
          only("core.digest", "a digest is computed from bytes alone"),
          only(
              "core.pace",
              "pacing is a pure function of counts and time; a rate travels as part of a job",
              "com.fasterxml.jackson.annotation"),
          only(
              "core.stat",
              "statistics are values that know no job",
              "core.work",
              "core.param",
              "com.fasterxml.jackson.annotation"),
          only(
              "core.recorder",
              "what load threads write knows no job and no report",
              "core.load",
              "core.stat",
              "core.time",
              "core.work",
              "core.param"),
          only(
              "core.figures",
              "a figure is shown by its declaration, whatever it counts",
              "core.stat",
              "core.work",
              "core.param",
              "com.fasterxml.jackson"),
          only(
              "core.load",
              "what load is asked for is values, whatever job asks for it",
              "core.param",
              "core.pace",
              "com.fasterxml.jackson.annotation"),
          only(
              "core.phase",
              "what phases did and left is read from the counts of records",
              "core.stat",
              "core.load",
              "core.figures"),
          only(
              "core.job",
              "a job knows what it asks, not how it travels",
              "core.param",
              "core.load",
              "core.pace",
              "com.fasterxml.jackson",
              "tools.jackson"),
          only(
              "core.study",
              "a study is a job and what comes next",
              "core.param",
              "core.load",
              "core.job",
              "core.scaling",
              "com.fasterxml.jackson"),
          only(
              "core.scaling",
              "how far a system goes is read from rates and verdicts",
              "core.pace",
              "com.fasterxml.jackson"),
          only(
              "core.pack",
              "a pack is read as data, without its code",
              "core.param",
              "core.work",
              "core.load",
              "com.fasterxml.jackson.annotation"),
          only(
              "core.verdict",
              "whether a result may be believed is read from its records",
              "core.param",
              "core.stat",
              "core.work",
              "core.load",
              "core.figures",
              "com.fasterxml.jackson.annotation"),
          only(
              "core.drift",
              "drift is read from records and what was asked of their job",
              "core.stat",
              "core.work",
              "core.pace",
              "core.load",
              "core.job",
              "core.figures",
              "com.fasterxml.jackson"),
          only(
              "core.calendar",
              "times of day and their repetition know no job",
              "core.param",
              "com.cronutils"),
          only(
              "core.threshold",
              "whether a figure stays within its limits is read from records, and asked by a job",
              "core.param",
              "core.stat",
              "core.work",
              "core.load",
              "core.figures",
              "core.drift",
              "com.fasterxml.jackson"),
          only(
              "core.diagnosis",
              "what held a run back is read from its figures, whatever job it was",
              "core.param",
              "core.address",
              "core.work",
              "core.stat",
              "core.load",
              "core.figures",
              "core.threshold",
              "core.verdict",
              "com.fasterxml.jackson.annotation"),
          only(
              "core.input",
              "what users write is read into the values of a job",
              "core.param",
              "core.work",
              "core.figures",
              "core.address",
              "core.sentence",
              "core.calendar",
              "core.drift",
              "core.threshold",
              "core.pace",
              "core.load",
              "core.job",
              "core.scaling",
              "core.study",
              "core.pack",
              "tools.jackson"),
          only(
              "core.campaign",
              "what comes next in a study or a group follows from how its members ended",
              "core.param",
              "core.load",
              "core.job",
              "core.scaling",
              "core.study",
              "core.input",
              "core.verdict",
              "com.fasterxml.jackson.annotation",
              "tools.jackson"),
          only(
              "core.wire",
              "the wire carries jobs and records",
              "core.digest",
              "core.time",
              "core.param",
              "core.work",
              "core.stat",
              "core.pace",
              "core.load",
              "core.job",
              "com.fasterxml.jackson",
              "tools.jackson"),
          only(
              "core.run",
              "a share is driven by what its plan and its messages say",
              "core.param",
              "core.time",
              "core.work",
              "core.load",
              "core.job",
              "core.wire"),
          only(
              "core.compare",
              "a comparison is of what was counted, whatever job it was",
              "core.stat",
              "core.work",
              "core.figures",
              "com.fasterxml.jackson"),
          only(
              "core.report",
              "a report is read from records and jobs, not from the wire",
              "core.digest",
              "core.phase",
              "core.campaign",
              "core.compare",
              "core.param",
              "core.work",
              "core.stat",
              "core.pace",
              "core.load",
              "core.job",
              "core.figures",
              "core.drift",
              "core.threshold",
              "core.diagnosis",
              "core.scaling",
              "core.study",
              "core.verdict",
              "com.fasterxml.jackson",
              "tools.jackson"));

  static final List<ArchRule> MODULES =
      List.of(
          never(
              "core",
              "core is shared by all and must stay light",
              "java.sql",
              "javax.sql",
              "io.netty",
              "io.vertx",
              "java.net.http"),
          only(
              "kit",
              "authors compile against it, and it must drag in nothing but the SPI, java.sql and a pool",
              "core.param",
              "core.work",
              "javax.net",
              "javax.sql",
              "com.zaxxer.hikari"),
          only(
              "testkit",
              "authors test with it: the kit, JUnit's API, and servers where they add them",
              "core.param",
              "core.work",
              "org.junit.jupiter.api",
              "com.sun.management",
              "ch.vorburger",
              "io.zonky"),
          slices().matching(ROOT + "kit.(*)..").should().beFreeOfCycles(),
          only(
              "sql",
              "it travels inside every pack that is made of a YAML job class, with its YAML parser",
              "core.param",
              "core.work",
              "dev.broadside.kit",
              "org.snakeyaml"),
          slices().matching(ROOT + "sql.(*)..").should().beFreeOfCycles(),
          never(
              "jobs",
              "job classes see the SPI, the kit and java.sql, so that a pack runs on any agent",
              "dev.broadside.client",
              "dev.broadside.server",
              "dev.broadside.cli",
              "dev.broadside.core.wire",
              "dev.broadside.core.job",
              "dev.broadside.core.stat",
              "dev.broadside.core.recorder",
              "dev.broadside.core.report",
              "dev.broadside.core.time",
              "io.netty",
              "io.vertx",
              "tools.jackson"),
          never(
              "client",
              "agents know the wire, not the server, and find job classes by id",
              "dev.broadside.server",
              "dev.broadside.cli",
              "dev.broadside.kit",
              "dev.broadside.jobs",
              "io.vertx"),
          never(
              "server",
              "the server never loads job code and never opens a target",
              "dev.broadside.client",
              "dev.broadside.cli",
              "dev.broadside.kit",
              "dev.broadside.jobs"),
          noClasses()
              .that()
              .resideInAPackage("dev.broadside.server..")
              .and()
              .resideOutsideOfPackage("dev.broadside.server.store..")
              .should()
              .dependOnClassesThat()
              .resideInAnyPackage("java.sql..", "javax.sql..", "org.jdbi..", "org.flywaydb..")
              .because("only the store knows that results lie in a database"),
          noClasses()
              .that()
              .resideOutsideOfPackage("dev.broadside.core.time..")
              .should()
              .callMethod(java.time.Instant.class, "now")
              .because("the JVM is asked for the time in core.time only"),
          slices().matching(ROOT + "core.(*)..").should().beFreeOfCycles(),
          slices().matching(ROOT + "client.(*)..").should().beFreeOfCycles(),
          slices().matching(ROOT + "server.(*)..").should().beFreeOfCycles());

  private static ArchRule only(String of, String reason, String... allowed) {
    String[] packages = new String[allowed.length + 3];
    packages[0] = "java..";
    packages[1] = ROOT + of + "..";
    packages[2] = "org.jspecify..";
    for (int i = 0; i < allowed.length; i++) {
      packages[i + 3] = (allowed[i].startsWith("core.") ? ROOT : "") + allowed[i] + "..";
    }
    return classes()
        .that()
        .resideInAPackage(ROOT + of + "..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(packages)
        .because(reason);
  }

  private static ArchRule never(String module, String reason, String... forbidden) {
    String[] packages = new String[forbidden.length];
    for (int i = 0; i < forbidden.length; i++) {
      packages[i] = forbidden[i] + "..";
    }
    return noClasses()
        .that()
        .resideInAPackage(ROOT + module + "..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(packages)
        .because(reason);
  }

  @ParameterizedTest
  @FieldSource("CORE")
  void packagesOfCoreUseOnlyWhatLiesBelowThem(ArchRule rule) {
    rule.check(BROADSIDE);
  }

  @ParameterizedTest
  @FieldSource("MODULES")
  void modulesKeepToTheirNeighbours(ArchRule rule) {
    rule.check(BROADSIDE);
  }

  /// A name in a log, a stack trace or a talk means one thing.
  @Test
  void noTwoTypesShareASimpleName() throws IOException {
    Map<String, List<String>> places = new TreeMap<>();
    for (String module : SOURCES) {
      try (Stream<Path> files = Files.walk(Path.of("../..", module, "src/main/java"))) {
        files
            .filter(file -> file.getFileName().toString().matches("[A-Z]\\w*\\.java"))
            .forEach(file ->
                places
                    .computeIfAbsent(file.getFileName().toString(), _ -> new ArrayList<>())
                    .add(file.toString()));
      }
    }
    assertTrue(places.size() > 500, () -> "only " + places.size() + " files were found");
    places.values().removeIf(files -> files.size() == 1);
    assertEquals(Map.of(), places);
  }

  /// What a folder holds is seen at a glance; where it grows, something in it has become a subject.
  @Test
  void noPackageHasMoreFilesThanAreSeenAtAGlance() throws IOException {
    Map<Path, Integer> sizes = new TreeMap<>();
    for (String module : SOURCES) {
      try (Stream<Path> files = Files.walk(Path.of("../..", module, "src/main/java"))) {
        files
            .filter(file -> file.toString().endsWith(".java"))
            .forEach(file -> sizes.merge(file.getParent(), 1, Integer::sum));
      }
    }
    assertTrue(sizes.size() > 50, () -> "only " + sizes.size() + " packages were found");
    sizes.values().removeIf(size -> size <= MOST_FILES);
    assertEquals(Map.of(), sizes);
  }

  @Test
  void everyModuleWasRead() {
    for (String module : List.of("core", "kit", "testkit", "jobs", "client", "server", "cli")) {
      assertTrue(
          BROADSIDE.stream().anyMatch(c -> c.getPackageName().startsWith(ROOT + module)),
          "no class of module " + module + " was read, so its rules would hold emptily");
    }
  }
}
