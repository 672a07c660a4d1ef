package dev.broadside.core.input;

import dev.broadside.core.input.JobField.Form;
import dev.broadside.core.input.JobField.Group;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.load.Bounds;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Problem;
import dev.broadside.core.scaling.KneePlan;
import dev.broadside.core.study.StudyAxis;
import dev.broadside.core.study.StudyOrder;
import dev.broadside.core.study.StudyPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The fields of a [JobDocument] that give it several steps, and their meaning together.
///
/// ```
/// threads: [1, 2, 4, 8]
/// along: {scale: [1, 10], rate: [100, 200]}      or the text  scale=1,10; rate=100,200
/// knee: 100..20000
/// ```
public final class StudyFields {
  private static final String ALONG_FORM = "NAME=VALUE,VALUE, several separated by semicolons";

  public static final JobField<List<StudyAxis>> ALONG =
      JobField.of(
              Group.STUDY,
              "Along",
              Parameter.text(
                      "along",
                      "What varies between the steps of a study, with its values: rate, "
                          + "threads, target or a parameter of the job class, such as "
                          + "rate=100,200,400. Several axes, separated by semicolons, make a grid.")
                  .atMost(Bounds.MAX_TEXT * 16))
          .meaning(StudyText::axes, StudyText::along, "write it as " + ALONG_FORM)
          .as(Form.AXES);

  public static final JobField<StudyOrder> ORDER =
      JobField.of(Group.STUDY, "Order of steps", StudyOrder.DECLARED)
          .meaning(StudyOrder::of, StudyOrder::word, "");

  public static final JobField<Long> REPEATS =
      JobField.of(
          Group.STUDY,
          "Repeats",
          Parameter.whole("repeats", "Number of times each step of a study is run.")
              .between(1, StudyPlan.MAX_REPEATS)
              .preset(1));

  public static final JobField<Duration> SETTLE =
      JobField.of(
          Group.STUDY,
          "Settle",
          Parameter.span("settle", "Pause between two steps of a study, to let the system settle.")
              .between(Duration.ZERO, Duration.ofHours(1))
              .preset(Duration.ZERO));

  public static final JobField<KneePlan> KNEE =
      LoadFields.byPhases(
          JobField.of(
                  Group.STUDY,
                  "Knee between",
                  Parameter.text(
                          "knee",
                          "Search for the highest rate that meets the thresholds, between two rates"
                              + " such as 100..20000: the lower one is doubled until a rate fails,"
                              + " then the search narrows down.")
                      .atMost(Bounds.MAX_NAME))
              .meaning(
                  StudyText::knee,
                  StudyText::range,
                  "give a rate and a higher one, such as 100..20000")
              .excludes(LoadFields.RATE, "the search sets the rate", "give one of rate and knee"));

  public static final JobField<Double> KNEE_PRECISION =
      JobField.of(
              Group.STUDY,
              "Precision of the knee",
              Parameter.decimal(
                      "knee-precision",
                      "Width of the knee's 95 % confidence interval at which the search ends, "
                          + "in percent of the knee.")
                  .between(0.5, 50)
                  .preset(5))
          .needs(KNEE, "without a search there is no precision", "give knee, or leave it out");

  /// All of them, in the order in which they are shown.
  static final List<JobField<?>> ALL = List.of(ALONG, ORDER, REPEATS, SETTLE, KNEE, KNEE_PRECISION);

  private final JsonNode document;
  private final List<Problem> problems;
  private final JsonFields fields;
  private final List<StudyAxis> axes = new ArrayList<>();

  /// @param problems takes what is wrong
  StudyFields(JsonNode document, List<Problem> problems) {
    this.document = document;
    this.problems = problems;
    this.fields = new JsonFields(document, "", problems);
    List<Integer> threads = new JsonFields(document, "", new ArrayList<>()).get(LoadFields.THREADS);
    if (threads.size() > 1) {
      axes.add(StudyAxis.threads(threads));
    }
    fields.node(ALONG.path()).ifPresent(this::readAxes);
  }

  private void readAxes(JsonNode node) {
    if (node.isObject()) {
      node.forEachEntry((name, values) ->
          addAxis(name, (values.isArray() ? values.valueStream() : Stream.of(values)).toList()));
    } else {
      fields.given(ALONG).stream()
          .flatMap(List::stream)
          .forEach(one ->
              addAxis(
                  one.name(),
                  one.values().stream()
                      .<JsonNode>map(JsonNodeFactory.instance::stringNode)
                      .toList()));
    }
  }

  private void addAxis(String name, List<JsonNode> values) {
    List<String> texts =
        values.stream().filter(JsonNode::isValueNode).map(JsonNode::asString).toList();
    Optional<String> wrong =
        texts.size() < values.size()
            ? Optional.of("it holds lists or objects")
            : wrong(name, texts);
    wrong.ifPresentOrElse(
        what -> problems.add(Problem.wrong(place(name), what, "write it as " + ALONG_FORM)),
        () -> axes.add(new StudyAxis(name, texts)));
  }

  private Optional<String> wrong(String name, List<String> texts) {
    if (axes.stream().anyMatch(axis -> axis.name().equals(name))) {
      return Optional.of("it is an axis already");
    }
    if (field(name).filter(field -> !varies(field)).isPresent()) {
      return Optional.of("it does not differ between the steps of a study");
    }
    if (texts.isEmpty()) {
      return Optional.of("it has no values");
    }
    if (texts.size() > StudyPlan.MAX_STEPS) {
      return Optional.of(
          texts.size() + " values make more than the " + StudyPlan.MAX_STEPS + " steps of a study");
    }
    return new HashSet<>(texts).size() < texts.size()
        ? Optional.of("it has a value twice")
        : Optional.empty();
  }

  private static boolean varies(JobField<?> field) {
    return field.equals(LoadFields.THREADS) || field.equals(LoadFields.RATE) || field.isSetting();
  }

  private static Optional<JobField<?>> field(String name) {
    return JobDocument.ALL.stream()
        .filter(field -> field.declared().name().equals(name))
        .<JobField<?>>map(Function.identity())
        .findFirst();
  }

  private static String place(String axis) {
    return axis.equals(StudyAxis.THREADS)
        ? "/" + StudyAxis.THREADS
        : "/" + ALONG.path() + "/" + JsonFields.shown(axis);
  }

  /// The document of the first step.
  JsonNode firstStep() {
    JsonNode first = document;
    for (StudyAxis axis : axes) {
      first = at(first, axis.name(), axis.values().getFirst());
    }
    boolean search = fields.node(KNEE.path()).isPresent();
    return search && fields.node(LoadFields.RATE.path()).isEmpty()
        ? at(first, StudyAxis.RATE, "1")
        : first;
  }

  private static JsonNode at(JsonNode document, String axis, String value) {
    ObjectNode copy = (ObjectNode) document.deepCopy();
    Optional<JobField<?>> field = field(axis);
    JobWriter.put(
        copy,
        field.map(JobField::path).orElse(JobDocument.PARAMETERS + "." + axis),
        field
            .map(known -> JobWriter.node(known, value))
            .orElseGet(() -> JsonNodeFactory.instance.stringNode(value)));
    return copy;
  }

  /// The study's plan; empty if anything is wrong.
  ///
  /// @param code the job class that declares the parameters on the axes
  Optional<StudyPlan> plan(JobReader.Code code) {
    double precision = fields.get(KNEE_PRECISION);
    StudyPlan plan =
        new StudyPlan(
            axes,
            fields.get(ORDER),
            fields.get(REPEATS).intValue(),
            fields.get(SETTLE).toMillis(),
            fields.given(KNEE).map(range -> range.within(precision)));
    check(plan);
    if (!problems.isEmpty()) {
      return Optional.empty();
    }
    List<StudyAxis> written = axes.stream().map(axis -> written(axis, code)).toList();
    return problems.isEmpty()
        ? Optional.of(
            new StudyPlan(written, plan.order(), plan.repeats(), plan.settleMillis(), plan.knee()))
        : Optional.empty();
  }

  private void check(StudyPlan plan) {
    boolean rates = axes.stream().anyMatch(axis -> axis.name().equals(StudyAxis.RATE));
    if (rates && plan.knee().isPresent()) {
      fields.wrong(KNEE.path(), "the search sets the rate, an axis does so too", "give one");
    }
    if (rates && fields.node(LoadFields.PHASES.path()).isPresent()) {
      problems.add(
          Problem.wrong(
              place(StudyAxis.RATE), "the phases say their rates themselves", "leave one out"));
    }
    if (plan.size() > StudyPlan.MAX_STEPS) {
      fields.wrong(
          axes.isEmpty() ? REPEATS.path() : ALONG.path(),
          axes.stream().map(axis -> "" + axis.values().size()).collect(Collectors.joining(" x "))
              + " points, "
              + plan.repeats()
              + " times each, make "
              + plan.size()
              + " steps, but a study has at most "
              + StudyPlan.MAX_STEPS,
          "take fewer values or repeats");
    }
  }

  /// An axis with its values in the form in which their declaration writes them.
  private StudyAxis written(StudyAxis axis, JobReader.Code code) {
    boolean secret =
        code.parameters().find(axis.name()).filter(Parameter.Hidden.class::isInstance).isPresent();
    if (secret) {
      problems.add(
          Problem.wrong(
              place(axis.name()),
              "it is a secret, which a study would show",
              "take it off the axis"));
      return axis;
    }
    List<String> values =
        axis.values().stream()
            .flatMap(value -> written(axis.name(), value, code).stream())
            .distinct()
            .toList();
    if (problems.isEmpty() && values.size() < axis.values().size()) {
      problems.add(Problem.wrong(place(axis.name()), "it has a value twice", "leave one out"));
    }
    return problems.isEmpty() ? new StudyAxis(axis.name(), values) : axis;
  }

  private Optional<String> written(String axis, String value, JobReader.Code code) {
    ObjectNode step = (ObjectNode) at(firstStep(), axis, value);
    JobDocument.ofStudies().forEach(field -> step.remove(field.path()));
    JobReader reader = new JobReader(step);
    Optional<JobSpec> spec = reader.spec(Optional.of(code));
    reader.problems().stream()
        .limit(1)
        .map(problem -> new Problem(problem.kind(), place(axis), problem.what(), problem.mend()))
        .forEach(problems::add);
    return spec.map(good -> textIn(good, axis).orElse(value));
  }

  private static Optional<String> textIn(JobSpec spec, String axis) {
    return Optional.ofNullable(spec.parameters().get(axis))
        .or(() -> Optional.ofNullable(spec.settings().given().get(axis)));
  }

  /// A problem of the first step's document, with the axis that has the value as its place.
  Problem placed(Problem problem) {
    return axes.stream()
        .map(StudyAxis::name)
        .filter(axis -> problem.where().equals(pointer(axis)))
        .findFirst()
        .map(axis -> new Problem(problem.kind(), place(axis), problem.what(), problem.mend()))
        .orElse(problem);
  }

  private static String pointer(String axis) {
    return "/"
        + field(axis)
            .map(known -> known.path().replace('.', '/'))
            .orElse(JobDocument.PARAMETERS + "/" + axis);
  }
}
