package dev.broadside.cli.run;

import dev.broadside.cli.catalogue.TextFiles;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.InputFile;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.input.JobField;
import dev.broadside.core.input.JobField.Form;
import dev.broadside.core.input.JobReader;
import dev.broadside.core.input.JobWriter;
import dev.broadside.core.input.JobYaml;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.pace.Rate;
import dev.broadside.core.pack.PackDescriptor.ClassDescriptor;
import dev.broadside.core.param.ConnectionParameters;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.study.StudyPlan;
import dev.broadside.sql.file.YamlClassReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A job document that a user gave by a file, by options, or by both. It remembers where each value
/// came from, so that problems name an option, or a line and a column.
public final class JobSource {
  /// The digest of a pack that is not known here.
  public static final String NO_PACK = "0".repeat(64);

  private static final long MAX_BYTES = 4 << 20;

  private final ObjectNode document;

  /// The folder of the files that the document names.
  private final Path folder;

  /// Where the user gave the value at a JSON pointer.
  private final Map<String, String> places = new HashMap<>();

  private final List<Problem> problems = new ArrayList<>();

  private JobSource(ObjectNode document, Path folder) {
    this.document = document;
    this.folder = folder;
  }

  static JobSource empty() {
    return new JobSource(JsonNodeFactory.instance.objectNode(), Path.of(""));
  }

  /// A document that the server has.
  public static JobSource of(ObjectNode document) {
    return new JobSource(document, Path.of(""));
  }

  /// The document of a file.
  public static JobSource of(Path file) throws CommandException {
    JobYaml read = yaml(file);
    if (!(read.root() instanceof ObjectNode object)) {
      throw new CommandException(
          Problem.wrong("file " + file, "it holds no fields", "write it as 'jobClass: noop'"));
    }
    if (object.has(YamlClassReader.FIRST_KEY)) {
      throw new CommandException(
          Problem.wrong(
              "file " + file,
              "it is a YAML job class and no job",
              ("run it by 'broadside run %1$s', or give it to a server by"
                      + " 'broadside pack install %1$s --server DIR'")
                  .formatted(file)));
    }
    JobSource source = new JobSource(object, file.resolveSibling(""));
    source.place(file, "", read);
    JobWriter.spellOutAgents(object);
    return source;
  }

  private static JobYaml yaml(Path file) throws CommandException {
    List<Problem> problems = new ArrayList<>();
    String mend = "move traces to files of their own";
    String text = InputFile.text(file, MAX_BYTES, "it is too large", mend);
    Optional<JobYaml> read = JobYaml.read(text, problems);
    for (Problem one : problems) {
      throw new CommandException(
          Problem.wrong("file " + file + ", " + one.where(), one.what(), one.mend()));
    }
    JobYaml yaml = read.orElseThrow();
    TraceFile.putInto(yaml.root(), file);
    return yaml;
  }

  private void place(Path file, String at, JobYaml read) {
    read.places()
        .forEach((pointer, where) -> places.put(at + pointer, "file " + file + ", " + where));
  }

  /// Replaces a value of the file by that of an option. Another target also replaces the address
  /// and the user of the file.
  ///
  /// @param option the name of the option
  public void put(JobField<?> field, String text, String option) throws CommandException {
    if (field.equals(JobDocument.TARGET)
        && document.get(JobDocument.PARAMETERS) instanceof ObjectNode parameters) {
      ConnectionParameters.OF_TARGET.forEach(one -> parameters.remove(one.name()));
    }
    String pointer = "/" + field.path().replace('.', '/');
    places.keySet().removeIf(one -> one.startsWith(pointer + "/"));
    places.put(pointer, option);
    JobWriter.put(document, field.path(), value(field, text, option));
  }

  private JsonNode value(JobField<?> field, String text, String option) throws CommandException {
    if (field.form() == Form.PHASES) {
      JobYaml read = yaml(Path.of(text));
      boolean named = read.root().has(field.path());
      place(Path.of(text), named ? "" : "/" + field.path(), read);
      return named ? read.root().get(field.path()) : read.root();
    }
    if (field.form() == Form.OBJECTS) {
      return objects(text, option);
    }
    if ((field.form() == Form.SHAPE || field.form() == Form.AXES) && text.startsWith("{")) {
      return object(text, option);
    }
    return JobWriter.node(field, text);
  }

  /// Several objects between commas, as the options give them.
  private static JsonNode objects(String text, String option) throws CommandException {
    return object(text.strip().startsWith("[") ? text : "[" + text + "]", option);
  }

  private static JsonNode object(String text, String option) throws CommandException {
    List<Problem> wrong = new ArrayList<>();
    Optional<JobYaml> read = JobYaml.read(text, wrong);
    if (read.isEmpty()) {
      throw new CommandException(
          Problem.wrong(option, wrong.getFirst().what(), wrong.getFirst().mend()));
    }
    return read.get().root();
  }

  void putParameter(String name, String text) {
    boolean chosen = places.getOrDefault("/" + JobDocument.TARGET.path(), "").startsWith("-");
    if (name.equals(ConnectionParameters.URL.name()) && !chosen) {
      document.remove(JobDocument.TARGET.path());
    }
    places.put("/" + JobDocument.PARAMETERS + "/" + name, "--" + name);
    JobWriter.put(
        document, JobDocument.PARAMETERS + "." + name, JsonNodeFactory.instance.stringNode(text));
  }

  /// Puts the texts of files in the place of their names.
  void readFiles(String name) throws CommandException {
    readFiles("/" + JobDocument.PARAMETERS, name);
  }

  /// Puts the texts of files in the place of their names, for a parameter of one of several jobs.
  ///
  /// @param parameters pointer to the object that holds it
  public void readFiles(String parameters, String name) throws CommandException {
    if (document.at(parameters) instanceof ObjectNode object && object.path(name).isString()) {
      String names = object.get(name).asString();
      object.put(name, TextFiles.read(where(parameters + "/" + name), names, folder));
    }
  }

  /// A secret in the file could be read by everyone who can read the file.
  void refuseSecret(String name, List<Problem> found) {
    if (document.path(JobDocument.PARAMETERS).has(name)) {
      found.add(
          Problem.wrong(
              "/" + JobDocument.PARAMETERS + "/" + name,
              "it is a secret, which stands in no file of a job",
              "give --%1$s-env VARIABLE, --%1$s-file FILE or --%1$s-prompt".formatted(name)));
    }
  }

  void addProblems(List<Problem> more) {
    problems.addAll(more);
  }

  /// The document, as a server takes it.
  public ObjectNode document() {
    return document;
  }

  /// The id of the job class.
  public String jobClass() throws CommandException {
    JobReader reader = new JobReader(document);
    reader.fields().lacks(JobDocument.JOB_CLASS, "'broadside jobs' lists what there is");
    Optional<String> id = reader.fields().given(JobDocument.JOB_CLASS);
    if (id.isEmpty()) {
      throw new CommandException(placed(reader.problems()));
    }
    return id.get();
  }

  /// The pack that is to have it; empty if any will do.
  public Optional<String> pack() {
    return Optional.of(document.path(JobDocument.PACK.path()).asString(""))
        .filter(text -> !text.isEmpty());
  }

  /// A job class as the reader of documents takes it.
  public static JobReader.Code code(ClassDescriptor jobClass, String pack) {
    return JobReader.Code.of(jobClass, pack, jobClass.description().parameters());
  }

  /// The job, or everything that is wrong.
  public JobSpec spec(JobReader reader, JobReader.Code code) throws CommandException {
    Optional<JobSpec> spec = reader.spec(Optional.of(code));
    List<Problem> all = new ArrayList<>(problems);
    all.addAll(reader.problems());
    if (!all.isEmpty()) {
      throw new CommandException(placed(all));
    }
    return spec.orElseThrow();
  }

  /// What a study measures, of a plain job one step; or everything that is wrong with it.
  public StudyPlan plan(JobReader reader, JobReader.Code code) throws CommandException {
    Optional<StudyPlan> plan = reader.plan(Optional.of(code));
    if (plan.isEmpty()) {
      throw new CommandException(placed(reader.problems()));
    }
    return plan.get();
  }

  /// Problems whose places are JSON pointers, with the places where the user gave the values.
  public List<Problem> placed(List<Problem> found) {
    return found.stream()
        .map(one -> new Problem(one.kind(), where(one.where()), one.what(), one.mend()))
        .distinct()
        .toList();
  }

  private String where(String place) {
    if (!place.startsWith("/")) {
      return place.equals("body") ? places.getOrDefault("", "options") : place;
    }
    return JobYaml.said(places, place)
        .map(at -> {
          String said = "" + places.get(at);
          if (!said.startsWith("-")) {
            return said + ", " + JobYaml.words(place);
          }
          return at.equals(place)
              ? said
              : said + ", " + JobYaml.words(place.substring(at.length()));
        })
        .orElseGet(() -> option(place));
  }

  /// The option that a field has.
  private static String option(String pointer) {
    String parameter = "/" + JobDocument.PARAMETERS + "/";
    return JobDocument.ALL.stream()
        .filter(field -> pointer.equals("/" + field.path().replace('.', '/')))
        .map(field -> field.equals(JobDocument.JOB_CLASS) ? "JOBCLASS" : JobOptions.name(field))
        .findFirst()
        .orElse(
            pointer.startsWith(parameter)
                ? "--" + pointer.substring(parameter.length())
                : JobYaml.words(pointer));
  }

  /// A rate that was recorded elsewhere: lines of seconds and rate, apart by a comma, a semicolon
  /// or blanks. Empty lines and lines that begin with `#` are left out.
  private static final class TraceFile {
    private static final int SHOWN = 60;

    private TraceFile() {}

    /// Puts the points of traces in the place of the names of their files.
    ///
    /// @param document anything that may hold `rate: {trace: FILE}`
    /// @param beside the file that holds it
    static void putInto(JsonNode document, Path beside) throws CommandException {
      if (document.get("rate") instanceof ObjectNode rate && rate.path("trace").isString()) {
        rate.set("trace", read(beside.resolveSibling(rate.path("trace").asString())));
      }
      for (JsonNode within : document) {
        putInto(within, beside);
      }
    }

    /// The points as `[[seconds, rate], ...]`.
    private static ArrayNode read(Path file) throws CommandException {
      ArrayNode points = JsonNodeFactory.instance.arrayNode();
      List<String> lines = lines(file);
      for (int i = 0; i < lines.size(); i++) {
        String line = lines.get(i).strip();
        if (!line.isEmpty() && !line.startsWith("#")) {
          points.add(point(file, i + 1, line));
        }
      }
      return points;
    }

    private static List<String> lines(Path file) throws CommandException {
      String most = "give at most " + Rate.MAX_POINTS + " points";
      return InputFile.text(file, 100L * Rate.MAX_POINTS, "it is too large for a trace", most)
          .lines()
          .toList();
    }

    private static ArrayNode point(Path file, int number, String line) throws CommandException {
      String[] parts = line.split("[,;\\s]+", -1);
      try {
        if (parts.length == 2) {
          return JsonNodeFactory.instance
              .arrayNode()
              .add(Double.parseDouble(parts[0]))
              .add(Double.parseDouble(parts[1]));
        }
      } catch (NumberFormatException _) {
        // Refused below, as any other line that is no point.
      }
      throw new CommandException(
          Problem.wrong(
              "file " + file + ", line " + number,
              '"' + PlainText.line(line, SHOWN) + "\" is no point of a trace",
              "write seconds and rate, such as 60,250"));
    }
  }
}
