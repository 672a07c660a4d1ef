package dev.broadside.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.client.watch.FigureSource;
import dev.broadside.client.watch.HostDeclarations;
import dev.broadside.core.diagnosis.DiagnosisRules;
import dev.broadside.core.figures.ConnectionFigure;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.input.JobField;
import dev.broadside.core.input.TargetDocument;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Spans;
import dev.broadside.core.stat.GeneratorFigure;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.JobClass;
import dev.broadside.core.work.JobDescription;
import dev.broadside.kit.engine.Engines;
import dev.broadside.kit.jdbc.TargetParameters;
import dev.broadside.kit.monitor.CounterMonitor;
import dev.broadside.kit.monitor.EngineCounter;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The lists in docs/reference.md are what the declarations say. After a change of them, make the
/// page anew: `./mvnw test -pl cli -am -Dtest=ReferenceTest -Dsurefire.failIfNoSpecifiedTests=false
/// -Dupdate=true`.
class ReferenceTest {
  private static final Path PAGE = Path.of("../docs/reference.md");

  private static final String FROM_HERE = "<!-- Made from here on. -->\n";

  @Test
  void thePageIsWhatTheDeclarationsSay() throws Exception {
    String before = Files.readString(PAGE);
    String page = before.substring(0, before.indexOf(FROM_HERE)) + FROM_HERE + made();
    if (Boolean.getBoolean("update")) {
      Files.writeString(PAGE, page);
      return;
    }
    assertEquals(
        before,
        page,
        "run `./mvnw test -pl cli -am -Dtest=ReferenceTest"
            + " -Dsurefire.failIfNoSpecifiedTests=false -Dupdate=true` and commit docs/reference.md");
  }

  private static String made() {
    StringBuilder page = new StringBuilder();
    heading(page, "##", "Fields of a job");
    grouped(JobDocument.ALL)
        .forEach((group, fields) -> {
          heading(page, "###", group);
          fields.forEach(field -> page.append(field(field)));
        });
    heading(page, "##", "Fields of a target");
    TargetDocument.ALL.forEach(field -> page.append(field(field)));
    heading(page, "##", "Parameters of the bundled job classes");
    page.append(
        "Each is an option of `run` and `job submit`, and stands under `parameters` in a job"
            + " file. Job classes that connect to a database have these:\n\n");
    TargetParameters.ALL.all().forEach(parameter -> page.append(parameter(parameter)));
    Set<String> told = new HashSet<>();
    jobClasses().forEach(job -> jobClass(page, job, told));
    measures(page);
    figures(page);
    diagnoses(page);
    return page.toString();
  }

  private static void heading(StringBuilder page, String level, String title) {
    page.append('\n').append(level).append(' ').append(title).append("\n\n");
  }

  private static Map<String, List<JobField<?>>> grouped(List<JobField<?>> all) {
    Map<String, List<JobField<?>>> groups = new LinkedHashMap<>();
    for (JobField<?> field : all) {
      groups.computeIfAbsent(title(field.group()), _ -> new ArrayList<>()).add(field);
    }
    return groups;
  }

  private static String title(JobField.Group group) {
    return switch (group) {
      case CODE -> "What runs";
      case IDENTITY -> "Which job it is";
      case CONSENT -> "Consent to the target";
      case PLACE -> "Where it runs";
      case WHEN -> "When it runs";
      case LOAD -> "How much load";
      case TIME -> "How long";
      case STUDY -> "Several runs: a study";
      case ABOUT -> "Name, thresholds, notes";
      case LIMITS -> "Limits";
    };
  }

  private static String field(JobField<?> field) {
    Parameter<?> declared = field.declared();
    return "- `%s` (`--%s`, %s): %s\n"
        .formatted(field.path(), declared.name(), values(declared), help(declared));
  }

  private static String parameter(Parameter<?> declared) {
    return "- `%s` (%s): %s\n".formatted(declared.name(), values(declared), help(declared));
  }

  private static String help(Parameter<?> declared) {
    String help = declared.help().strip();
    return help.endsWith(".") ? help : help + ".";
  }

  private static String values(Parameter<?> declared) {
    String accepted =
        switch (declared) {
          case Parameter.Text _ -> "text";
          case Parameter.Hidden _ -> "secret";
          case Parameter.Flag _ -> "flag";
          case Parameter.Whole whole ->
              whole.minimum() == Long.MIN_VALUE
                  ? "whole number"
                  : whole.minimum()
                      + (whole.maximum() == Long.MAX_VALUE ? " up" : " to " + whole.maximum());
          case Parameter.Decimal decimal ->
              plain(decimal.minimum())
                  + (decimal.maximum() == Double.MAX_VALUE
                      ? " up"
                      : " to " + plain(decimal.maximum()));
          case Parameter.Span span ->
              Spans.format(span.minimum()) + " to " + Spans.format(span.maximum());
          case Parameter.Choice choice ->
              choice.options().stream()
                  .map(Parameter.Option::value)
                  .collect(Collectors.joining("|"));
        };
    return preset(declared)
        .filter(preset ->
            !preset.isEmpty()
                && !(declared instanceof Parameter.Flag flag
                    && flag.preset().equals(Optional.of(false))))
        .map(preset -> accepted + ", " + preset)
        .orElse(accepted);
  }

  private static <T> Optional<String> preset(Parameter<T> declared) {
    return declared instanceof Parameter.Hidden
        ? Optional.empty()
        : declared.preset().map(declared::format);
  }

  private static String plain(double value) {
    return new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
  }

  private static Stream<JobDescription> jobClasses() {
    return ServiceLoader.load(JobClass.class).stream()
        .map(ServiceLoader.Provider::get)
        .map(JobClass::describe);
  }

  /// A parameter that another job class has declared alike is only named.
  private static void jobClass(StringBuilder page, JobDescription job, Set<String> told) {
    heading(page, "###", job.id());
    page.append(job.summary()).append('\n');
    List<String> own = new ArrayList<>();
    List<String> alike = new ArrayList<>();
    for (Parameter<?> one : job.parameters().all()) {
      if (TargetParameters.ALL.find(one.name()).isEmpty()) {
        boolean first = told.add(parameter(one));
        (first ? own : alike).add(first ? parameter(one) : "`" + one.name() + "`");
      }
    }
    if (!alike.isEmpty()) {
      page.append("Declared as above: ").append(String.join(", ", alike)).append(".\n");
    }
    page.append(own.isEmpty() ? "" : "\n");
    own.forEach(page::append);
  }

  private static void diagnoses(StringBuilder page) {
    heading(page, "##", "Diagnoses");
    page.append(
        "[Results](results.md#what-held-the-run-back) say them when this holds over the measured"
            + " time. Figures that begin with `db.` are the database's own.\n\n");
    page.append("| id | diagnosis | reads | is said if |\n|---|---|---|---|\n");
    DiagnosisRules.ALL.forEach(one ->
        page.append(
            "| `%s` | %s | %s | %s |\n".formatted(one.id(), one.title(), one.reads(), one.when())));
  }

  private static void measures(StringBuilder page) {
    heading(page, "##", "Measures");
    page.append(
        "Every run has these, by the same ids everywhere; [thresholds](thresholds.md#measures) say"
            + " what each means. Any other percentile can be named, too, such as `p97.5`.\n\n");
    page.append("| id | title | unit | column in CSV | better |\n|---|---|---|---|---|\n");
    for (Measure one : Measure.ALL) {
      page.append(
          "| `%s` | %s | %s | `%s` | %s |\n"
              .formatted(
                  one.id(),
                  one.title(),
                  one.unit(),
                  one.column(),
                  one.better().name().toLowerCase(Locale.ROOT)));
    }
  }

  private static void figures(StringBuilder page) {
    heading(page, "##", "Figures");
    page.append(
        "A job class declares figures of its own. Every run has these besides, by id and"
            + " unit; a host's id ends with `@AGENT`, and parts of which a host has several carry"
            + " their name, as in `host.disk_sda.reads@db1`. Each core has the figures of cpu.\n");
    List<Figure> generator =
        Arrays.stream(GeneratorFigure.values()).map(GeneratorFigure::figure).toList();
    figures(page, "The load generator", "", generator);
    figures(page, "The workers", "", new FigureSource.Jvm().figures());
    figures(page, "Connections", "", ConnectionFigure.ALL);
    HostDeclarations.byPart()
        .forEach((part, all) -> figures(page, "A host: " + part, "host." + part + ".", all));
    database(page, "MySQL", "mysql", "8.4");
    database(page, "MariaDB", "mariadb", "11.4");
    database(page, "PostgreSQL", "postgresql", "18");
    database(page, "Oracle", "oracle", "19");
  }

  /// With the view or the statement that tells each figure.
  private static void database(StringBuilder page, String title, String engine, String version) {
    heading(page, "###", "A database: " + title);
    List<EngineCounter> counters = Engines.named(engine).counters(version);
    Map<String, String> places =
        counters.stream()
            .collect(
                Collectors.toMap(
                    one -> one.figure().id(), EngineCounter::place, (place, _) -> place));
    for (Figure figure : CounterMonitor.figures(counters)) {
      String words = line("", figure).replaceFirst("\\.?$", ".");
      String place =
          places.containsKey(figure.id()) ? " From `" + places.get(figure.id()) + "`." : "";
      page.append(words).append(place).append('\n');
    }
  }

  private static void figures(StringBuilder page, String title, String prefix, List<Figure> all) {
    heading(page, "###", title);
    all.forEach(figure -> page.append(line(prefix, figure)).append('\n'));
  }

  private static String line(String prefix, Figure figure) {
    String unit = figure.unit().isEmpty() ? "" : " (" + figure.unit() + ")";
    String help = figure.help().isEmpty() ? "" : ". " + figure.help();
    return "- `%s%s`%s: %s%s".formatted(prefix, figure.id(), unit, figure.label(), help);
  }
}
