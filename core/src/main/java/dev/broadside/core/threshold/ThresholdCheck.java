package dev.broadside.core.threshold;

import dev.broadside.core.figures.FigureBin;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.figures.UsualFigures;
import dev.broadside.core.load.Counted;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Suggestions;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.TargetMonitor;
import dev.broadside.core.work.database.DatabaseFigures;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Checks thresholds against what is known about a job before it runs. Pure.
///
/// The figures of hosts are known only during a run. An id whose first word begins no figure of the
/// job class may be one of these. Which figures a database has depends on its engine; which of them
/// any engine may have is known.
///
/// @param operations of the job class
/// @param figures that the job class declares
/// @param onDatabase whether figures that begin with [DatabaseFigures#PREFIX] can only be those of
///   the database that it watches
public record ThresholdCheck(List<String> operations, List<Figure> figures, boolean onDatabase) {
  /// The prefix of the kit's figures for the time of each kind of transaction.
  static final String TRANSACTION = Figure.TRANSACTION;

  private static final int NAMED = 40;

  public ThresholdCheck {
    operations = List.copyOf(operations);
    figures = List.copyOf(figures);
  }

  public ThresholdCheck(List<String> operations, List<Figure> figures) {
    this(operations, figures, false);
  }

  /// The check for a job class with these parameters.
  public static ThresholdCheck of(
      List<String> operations, List<Figure> figures, Parameters parameters) {
    boolean onDatabase = parameters.find(TargetMonitor.PARAMETER).isPresent();
    return new ThresholdCheck(operations, figures, onDatabase);
  }

  /// What is wrong with the thresholds of a job.
  ///
  /// @param where their place
  /// @param measured the measured time
  /// @param interval the length of an interval
  public List<Problem> problems(
      String where, List<Threshold> thresholds, Duration measured, Duration interval) {
    return thresholds.stream()
        .flatMap(one ->
            Stream.of(
                    figure(where, one),
                    part(where, one),
                    unit(where, one),
                    span(where, one, measured),
                    among(where, one, measured.dividedBy(interval)))
                .flatMap(Optional::stream)
                .limit(1))
        .toList();
  }

  /// Whether the job class declares a figure with such an id.
  public boolean declares(Predicate<String> id) {
    return figures.stream().map(Figure::id).anyMatch(id);
  }

  /// What is wrong with the figures that the job wants to check for drift.
  ///
  /// @param where their place
  /// @param asked their ids
  /// @param usual ids of the figures that are checked in every run
  public List<Problem> driftProblems(String where, List<String> asked, List<String> usual) {
    return asked.stream()
        .filter(id -> !usual.contains(id) && !mayBe(id))
        .map(id -> Problem.wrong(where, noFigure(id), mend(id, usual)))
        .toList();
  }

  private Optional<Problem> figure(String where, Threshold one) {
    return Measure.of(one.figure()).isPresent() || mayBe(one.figure())
        ? Optional.empty()
        : wrong(where, one, noFigure(one.figure()), mend(one.figure(), Measure.names()));
  }

  /// The thresholds that could not be judged, since the job turns the database's monitor off.
  ///
  /// @param where their place
  /// @param values of the job class's parameters, by name
  public List<Problem> unwatched(
      String where, List<Threshold> thresholds, Map<String, String> values) {
    boolean off = "false".equals(values.get(TargetMonitor.PARAMETER));
    return thresholds.stream()
        .filter(one -> off && ofDatabase(one.figure()))
        .flatMap(one ->
            wrong(
                where,
                one,
                one.figure() + " is not known, since the monitor is off",
                "let parameter monitor be on, or leave this threshold out")
                .stream())
        .toList();
  }

  /// Whether it is a figure of the database, and not one of the job class's own.
  private boolean ofDatabase(String id) {
    return onDatabase && id.startsWith(DatabaseFigures.PREFIX) && declared(id).isEmpty();
  }

  private static String noFigure(String id) {
    return "there is no figure " + id;
  }

  /// @param common the ids that exist for every job class
  private String mend(String id, List<String> common) {
    List<String> database = DatabaseFigures.ALL.stream().map(Figure::id).toList();
    return ofDatabase(id) ? Suggestions.mend(id, database) : useOneOf(id, common);
  }

  private String useOneOf(String id, List<String> common) {
    List<String> known = Stream.concat(common.stream(), figures.stream().map(Figure::id)).toList();
    String all = "use one of " + names(known.stream()) + ", or the id of a host's figure";
    return Suggestions.mend(id, known, all);
  }

  /// Whether a run may have a figure that not every run has.
  private boolean mayBe(String id) {
    return declared(id).isPresent() || (ofDatabase(id) ? DatabaseFigures.mayHave(id) : foreign(id));
  }

  private boolean foreign(String id) {
    int dot = id.indexOf('.');
    return dot > 0
        && figures.stream().noneMatch(own -> own.id().startsWith(id.substring(0, dot + 1)));
  }

  private Optional<Problem> part(String where, Threshold one) {
    boolean known = one.part().filter(part -> !isPart(part)).isEmpty();
    return known
        ? Optional.empty()
        : wrong(
            where,
            one,
            "the job class has no operation " + one.part().orElse(""),
            parts().isEmpty()
                ? "leave it out: it has none at all"
                : Suggestions.mend(
                    one.part().orElse(""), parts(), "use one of " + names(parts().stream())));
  }

  private boolean isPart(String part) {
    return parts().contains(part) || spreads(part).isPresent();
  }

  /// The parts that have percentiles: kinds of transactions and other figures that keep each value,
  /// and then operations, since there may be many.
  private Set<String> parts() {
    Set<String> parts = new LinkedHashSet<>();
    figures.stream()
        .filter(figure -> figure.kind().spreads())
        .map(figure -> figure.id().replaceFirst("^" + TRANSACTION.replace(".", "\\."), ""))
        .forEach(parts::add);
    parts.addAll(operations);
    return parts;
  }

  private Optional<Figure> spreads(String part) {
    return declared(part).filter(figure -> figure.kind().spreads());
  }

  private Optional<Figure> declared(String id) {
    return figures.stream().filter(figure -> figure.id().equals(id)).findFirst();
  }

  private Optional<Problem> unit(String where, Threshold one) {
    Optional<String> figureUnit =
        declared(one.figure())
            .map(figure -> FigureBin.unit(figure, declared(figure.shareOf())))
            .or(() -> UsualFigures.unit(one.figure()))
            .filter(_ -> Measure.of(one.figure()).isEmpty());
    return figureUnit.flatMap(unit -> unit(where, one, unit));
  }

  /// What is wrong with the unit of a limit.
  ///
  /// @param figureUnit the unit of the figure
  public static Optional<Problem> unit(String where, Threshold one, String figureUnit) {
    return one.unit().fits(figureUnit)
        ? Optional.empty()
        : wrong(
            where,
            one,
            "the limit is in "
                + one.unit().text()
                + (figureUnit.isEmpty()
                    ? ", but the figure has no unit"
                    : ", but the figure is in " + figureUnit),
            figureUnit.isEmpty() ? "leave the unit out" : "give the limit in " + figureUnit);
  }

  /// The figure that a threshold names and that the database at the URL does not have.
  ///
  /// @param where the place of these figures
  /// @param asked ids of figures
  public List<Problem> unknownAt(String url, String where, List<String> asked) {
    String scheme = url.replaceFirst("^(jdbc:\\w+:).*", "$1");
    return DatabaseFigures.at(url).stream()
        .flatMap(known ->
            asked.stream()
                .filter(id -> ofDatabase(id) && DatabaseFigures.mayHave(id) && !known.contains(id))
                .distinct()
                .map(id ->
                    Problem.wrong(
                        where,
                        "no database at %s tells %s".formatted(PlainText.line(scheme), id),
                        near(id, known))))
        .toList();
  }

  /// Figures under the same heading that the database has.
  private static String near(String id, List<String> known) {
    List<String> alike = DatabaseFigures.alike(id).map(Figure::id).filter(known::contains).toList();
    return alike.isEmpty() ? Suggestions.mend(id, known) : Suggestions.oneOf(alike);
  }

  private static Optional<Problem> span(String where, Threshold one, Duration measured) {
    return one.window().filter(window -> window.compareTo(measured) > 0).isEmpty()
        ? Optional.empty()
        : wrong(
            where,
            one,
            "its time is longer than what is measured",
            "measure longer, or give a shorter one");
  }

  private static Optional<Problem> among(String where, Threshold one, long intervals) {
    return one.among()
        .filter(some -> some.of() > intervals)
        .flatMap(_ ->
            wrong(
                where,
                one,
                "more intervals are asked for than the " + intervals + " that are measured",
                "measure longer, give a shorter interval, or ask for fewer"));
  }

  private static Optional<Problem> wrong(String where, Threshold one, String what, String mend) {
    return Optional.of(
        Problem.wrong(where, "in " + ThresholdText.shown(one.text()) + " " + what, mend));
  }

  private static String names(Stream<String> names) {
    return Counted.names(names.map(PlainText::line).distinct().toList(), NAMED);
  }
}
