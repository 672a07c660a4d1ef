package dev.broadside.core.input;

import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.Settings;
import dev.broadside.core.pack.ParameterDescriptor;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Parsed;
import dev.broadside.core.param.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/// The declaration of one field of a job, or of a target. [JobDocument] and [TargetDocument] have
/// them all.
///
/// @param <T> what the field's value is
/// @param declared name, help, bounds and default; the option on the command line and the entry in
///   a job's [dev.broadside.core.job.Settings] have the same name
/// @param path its place in a document: `threads`, or `agents.count`
/// @param label its name on the page
/// @param form how its value is written
/// @param rules which other fields it needs or excludes
/// @param notation what a text means
/// @param component the component of a job that holds it; empty if it is one of its settings
/// @param advanced whether few users change it: forms fold it away
public record JobField<T>(
    Parameter<?> declared,
    String path,
    String label,
    Group group,
    Form form,
    List<Rule> rules,
    Notation<T> notation,
    Optional<Function<JobSpec, Optional<T>>> component,
    boolean advanced) {

  /// Fields that stand together on the page and in the help.
  public enum Group {
    /// Which code runs. On the page it stands beside the fields, on a command line before them.
    CODE,
    /// The names under which a server knows the job; not fields of the page's form.
    IDENTITY,
    /// Consent that a user gives with the submission. It is not part of the job.
    CONSENT,
    /// The agents on which a server runs it. Like [#WHEN], it does not apply without a server.
    PLACE,
    /// When it runs, and how often.
    WHEN,
    LOAD,
    TIME,
    /// The steps of a study.
    STUDY,
    ABOUT,
    /// Limits, which are seldom needed.
    LIMITS
  }

  /// How a value is written.
  public enum Form {
    ONE,
    /// Several values, as a list or separated by commas.
    LIST,
    /// One value, or an object.
    SHAPE,
    /// Names with several values each, as an object of lists or a text.
    AXES,
    /// A list of objects; on the command line a file that holds it.
    PHASES,
    /// A list of objects, kept as a text; on the command line one each.
    OBJECTS
  }

  /// Another field that a field needs or excludes.
  ///
  /// @param needed whether the other must be given; otherwise it must not be
  record Rule(String other, boolean needed, String what, String mend) {}

  /// Reads and writes values.
  record Notation<T>(Function<String, Parsed<T>> reads, Function<T, String> writes) {}

  /// A field whose path is its name in camel case, carried among the job's settings.
  static <T> JobField<T> of(Group group, String label, Parameter<T> declared) {
    StringBuilder path = new StringBuilder();
    for (String word : declared.name().split("-")) {
      path.append(path.isEmpty() ? word.charAt(0) : Character.toUpperCase(word.charAt(0)));
      path.append(word, 1, word.length());
    }
    return new JobField<>(
        declared,
        path.toString(),
        label,
        group,
        Form.ONE,
        List.of(),
        new Notation<>(declared::parse, declared::format),
        Optional.empty(),
        group == Group.WHEN || group == Group.STUDY || group == Group.LIMITS);
  }

  /// This field, folded away in forms because few users change it.
  JobField<T> folded() {
    return new JobField<>(declared, path, label, group, form, rules, notation, component, true);
  }

  JobField<T> at(String other) {
    return new JobField<>(
        declared, other, label, group, form, rules, notation, component, advanced);
  }

  JobField<T> as(Form other) {
    return new JobField<>(
        declared, path, label, group, other, rules, notation, component, advanced);
  }

  /// This field, whose value is a component of [JobSpec].
  JobField<T> of(Function<JobSpec, T> value) {
    return ofOptional(spec -> Optional.of(value.apply(spec)));
  }

  JobField<T> ofOptional(Function<JobSpec, Optional<T>> value) {
    Optional<Function<JobSpec, Optional<T>>> where = Optional.of(value);
    return new JobField<>(declared, path, label, group, form, rules, notation, where, advanced);
  }

  JobField<T> needs(JobField<?> other, String what, String mend) {
    return rule(new Rule(other.path, true, what, mend));
  }

  JobField<T> excludes(JobField<?> other, String what, String mend) {
    return rule(new Rule(other.path, false, what, mend));
  }

  private JobField<T> rule(Rule rule) {
    List<Rule> more = new ArrayList<>(rules);
    more.add(rule);
    return new JobField<>(
        declared, path, label, group, form, List.copyOf(more), notation, component, advanced);
  }

  /// This field with a second step of reading, from its parameter's value to its own.
  ///
  /// @param read empty if the text cannot be read
  /// @param mend what can be written instead, for the error message
  <U> JobField<U> meaning(
      Function<String, Optional<U>> read, Function<U, String> write, String mend) {
    return parsing(
        text ->
            read.apply(text)
                .<Parsed<U>>map(Parsed.Value::new)
                .orElseGet(() -> new Parsed.Wrong<>(notUsable(text, mend))),
        write);
  }

  /// This field with a second step of reading that gives the reason if it fails.
  <U> JobField<U> parsing(Function<String, Parsed<U>> read, Function<U, String> write) {
    Function<String, Parsed<U>> both =
        text ->
            switch (notation.reads.apply(text)) {
              case Parsed.Wrong<T>(Problem problem) -> new Parsed.Wrong<>(problem);
              case Parsed.Value<T>(T value) -> read.apply(notation.writes.apply(value));
            };
    return new JobField<>(
        declared,
        path,
        label,
        group,
        form,
        rules,
        new Notation<>(both, write),
        Optional.empty(),
        advanced);
  }

  private Problem notUsable(String text, String mend) {
    return Problem.wrong(path, '"' + JsonFields.shown(text) + "\" cannot be used here", mend);
  }

  /// The value that a text means, or the problem with it.
  public Parsed<T> read(String text) {
    return notation.reads.apply(text);
  }

  /// Writes a value as [#read(String)] reads it.
  public String write(T value) {
    return notation.writes.apply(value);
  }

  /// The value in a job, or the default: for the code that uses the field.
  public T in(JobSpec spec) {
    return text(spec).or(this::presetText).flatMap(this::value).orElseThrow();
  }

  /// The value in a job, if it is given.
  public Optional<T> given(JobSpec spec) {
    return text(spec).flatMap(this::value);
  }

  /// The value among settings that are not a job's, or the default.
  public T in(Settings settings) {
    return given(settings).or(this::preset).orElseThrow();
  }

  /// The value among settings that are not a job's, if it is given.
  public Optional<T> given(Settings settings) {
    return Optional.ofNullable(settings.given().get(declared.name())).flatMap(this::value);
  }

  private Optional<T> value(String text) {
    return read(text) instanceof Parsed.Value<T>(T value) ? Optional.of(value) : Optional.empty();
  }

  /// The default value, if there is one.
  public Optional<T> preset() {
    return presetText().flatMap(this::value);
  }

  public Optional<String> presetText() {
    return formatted(declared);
  }

  private static <P> Optional<String> formatted(Parameter<P> parameter) {
    return parameter.preset().map(parameter::format);
  }

  /// The value as a text, if it is given.
  Optional<String> text(JobSpec spec) {
    return component.isPresent()
        ? component.get().apply(spec).map(notation.writes)
        : Optional.ofNullable(spec.settings().given().get(declared.name()));
  }

  /// Whether it is one of the job's settings, which only the code that uses it knows.
  boolean isSetting() {
    return component.isEmpty()
        && group != Group.IDENTITY
        && group != Group.CODE
        && group != Group.STUDY
        && group != Group.CONSENT
        && form != Form.PHASES;
  }

  /// The declaration in the form that the page gets.
  public JobFieldView view() {
    return new JobFieldView(
        path,
        label,
        group.name().toLowerCase(Locale.ROOT),
        form == Form.LIST,
        rules.stream().filter(Rule::needed).map(Rule::other).toList(),
        rules.stream().filter(rule -> !rule.needed()).map(Rule::other).toList(),
        ParameterDescriptor.of(
            declared, advanced ? Parameters.of(declared).folded() : Parameters.of(declared)));
  }
}
