package dev.broadside.core.report.form;

import dev.broadside.core.compare.Sample;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.Mark;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.RunHead;
import dev.broadside.core.report.series.Point;
import dev.broadside.core.report.study.StudyDocument;
import dev.broadside.core.study.StudyAxis;
import dev.broadside.core.study.StudyPoint;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.filter.FilteringParserDelegate;
import tools.jackson.core.filter.TokenFilter;
import tools.jackson.core.filter.TokenFilter.Inclusion;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Run documents and study documents as JSON. Intervals are read and written one by one, since
/// those of a week are gigabytes. Safe for use by several threads.
///
/// The other form is lines, one JSON object each, which can be read while they are written. The
/// first has the `type` `job` ([RunHead]), the next ones `interval` ([IntervalDocument]), those
/// after these `mark` ([Mark]), and the last one `summary` ([RunDocument] without its intervals).
public final class RunJson {
  private static final String INTERVALS = "intervals";
  private static final String STEPS = "steps";

  private final JsonMapper json = Json.mapper();

  /// A source of intervals.
  @FunctionalInterface
  public interface Intervals {
    /// Gives each interval in order, as a JSON object in one line.
    void each(Taker taker) throws IOException;
  }

  /// Takes intervals.
  @FunctionalInterface
  public interface Taker {
    void take(String interval) throws IOException;
  }

  /// The part of an interval that comparisons need: those fields of [IntervalDocument] that have
  /// these names.
  ///
  /// @param transactions transactions that ended well
  public record Sums(
      int index,
      double startMillis,
      double lengthMillis,
      boolean measured,
      long transactions,
      Optional<Mean> latencyMillis,
      Optional<Integer> intervals) {
    /// A mean in milliseconds.
    public record Mean(double mean) {}

    /// Adds it to a sample, if it was measured.
    public void addTo(Sample sample) {
      if (measured) {
        sample.addSums(
            index,
            intervals.orElse(1),
            Math.round(startMillis * 1e6),
            Math.round(lengthMillis * 1e6),
            transactions,
            latencyMillis.map(Mean::mean).orElse(0.0));
      }
    }
  }

  /// The document as a tree that is to be written.
  public ObjectNode tree(RunDocument run) {
    return json.valueToTree(run);
  }

  /// An interval in one line, without a line end.
  public String interval(IntervalDocument interval) {
    return json.writeValueAsString(interval);
  }

  /// A step of a study that is being written.
  ///
  /// @param threads load threads of each agent
  /// @param point empty for a single run
  /// @param run the step's document; intervals of its own are not looked at
  public record WrittenStep(
      int threads, Optional<StudyPoint> point, JsonNode run, Intervals intervals) {}

  /// Writes a run document with its intervals.
  ///
  /// @param run the document; intervals of its own are not looked at
  public void write(JsonNode run, Intervals intervals, OutputStream out) throws IOException {
    try (JsonGenerator generator = json.createGenerator(out)) {
      write(run, intervals, generator);
    }
  }

  /// Writes a run document for people: each field and each interval has a line.
  public void writePretty(JsonNode run, Intervals intervals, OutputStream out) throws IOException {
    try (JsonGenerator generator = json.writerWithDefaultPrettyPrinter().createGenerator(out)) {
      write(run, eachInALine(intervals), generator);
      generator.writeRaw('\n');
    }
  }

  private void write(JsonNode run, Intervals intervals, JsonGenerator generator)
      throws IOException {
    generator.writeStartObject();
    writeFields(run, intervals, generator);
    generator.writeEndObject();
  }

  /// Writes a study document. A step is taken from the stream after the steps before it have been
  /// written.
  public void write(StudyDocument.Head study, Stream<WrittenStep> steps, OutputStream out)
      throws IOException {
    try (JsonGenerator generator = json.createGenerator(out)) {
      write(study, steps, generator);
    }
  }

  /// Writes a study document for people.
  public void writePretty(StudyDocument.Head study, Stream<WrittenStep> steps, OutputStream out)
      throws IOException {
    try (JsonGenerator generator = json.writerWithDefaultPrettyPrinter().createGenerator(out)) {
      Stream<WrittenStep> lines =
          steps.map(step ->
              new WrittenStep(
                  step.threads(), step.point(), step.run(), eachInALine(step.intervals())));
      write(study, lines, generator);
      generator.writeRaw('\n');
    }
  }

  private void write(StudyDocument.Head study, Stream<WrittenStep> steps, JsonGenerator generator)
      throws IOException {
    generator.writeStartObject();
    generator.writeName("study");
    json.writeTree(generator, json.valueToTree(study));
    generator.writeName(STEPS);
    generator.writeStartArray();
    for (Iterator<WrittenStep> each = steps.iterator(); each.hasNext(); ) {
      WrittenStep step = each.next();
      generator.writeStartObject();
      generator.writeNumberProperty(StudyAxis.THREADS, step.threads());
      if (step.point().isPresent()) {
        generator.writeName("point");
        json.writeTree(generator, json.valueToTree(step.point().get()));
      }
      writeFields(step.run(), step.intervals(), generator);
      generator.writeEndObject();
    }
    generator.writeEndArray();
    generator.writeEndObject();
  }

  private static Intervals eachInALine(Intervals intervals) {
    return taker -> intervals.each(interval -> taker.take("\n    " + interval));
  }

  private void writeFields(JsonNode run, Intervals intervals, JsonGenerator generator)
      throws IOException {
    for (Map.Entry<String, JsonNode> field : run.properties()) {
      generator.writeName(field.getKey());
      if (field.getKey().equals(INTERVALS)) {
        generator.writeStartArray();
        intervals.each(generator::writeRawValue);
        generator.writeEndArray();
      } else {
        json.writeTree(generator, field.getValue());
      }
    }
  }

  /// The first line, without a line end.
  public String headLine(RunHead head) {
    return line("job", json.writeValueAsString(head));
  }

  /// The line of an interval, without a line end.
  ///
  /// @param interval as JSON
  public static String intervalLine(String interval) {
    return line("interval", interval);
  }

  /// The line of a mark, without a line end. Marks follow all intervals.
  public String markLine(Mark mark) {
    return line("mark", json.writeValueAsString(mark));
  }

  /// The last line, without a line end.
  public String summaryLine(ObjectNode run) {
    return line("summary", json.writeValueAsString(run.deepCopy().without(INTERVALS)));
  }

  /// The line after the lines of a study's runs, without a line end.
  public String studyLine(StudyDocument.Head study) {
    return line("study", json.writeValueAsString(study));
  }

  /// An object is never empty here.
  private static String line(String type, String object) {
    return "{\"type\":\"" + type + "\"," + object.substring(1);
  }

  /// Copies any JSON, each field in a line.
  ///
  /// @throws tools.jackson.core.JacksonException if it is not complete, or cannot be written
  public static void copyPretty(InputStream in, OutputStream out) {
    JsonMapper json = Json.mapper();
    try (JsonParser parser = json.createParser(in);
        JsonGenerator generator = json.writerWithDefaultPrettyPrinter().createGenerator(out)) {
      while (parser.nextToken() != null) {
        generator.copyCurrentEvent(parser);
      }
      generator.writeRaw('\n');
    }
  }

  /// Reads a run document or a study document without its intervals.
  public JsonNode readWithoutIntervals(InputStream in) {
    try (JsonParser parser =
        new FilteringParserDelegate(
            json.createParser(in), new NoIntervals(), Inclusion.INCLUDE_ALL_AND_PATH, true)) {
      return json.readTree(parser);
    }
  }

  /// Gives each interval of a run document. A study document gives none.
  public void eachInterval(InputStream in, Consumer<Point> taker) {
    try (JsonParser parser = json.createParser(in)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        boolean intervals = parser.currentName().equals(INTERVALS);
        parser.nextToken();
        if (intervals) {
          eachOf(parser, Point.class, taker);
        } else {
          parser.skipChildren();
        }
      }
    }
  }

  /// Gives the sums of each interval of a run document, or of a study's runs one after the other.
  ///
  /// @param taker takes the sums with the id of their run
  public void eachSums(InputStream in, BiConsumer<String, Sums> taker) {
    try (JsonParser parser = json.createParser(in)) {
      parser.nextToken();
      eachSums(parser, taker);
    }
  }

  /// A run's job stands before its intervals.
  private void eachSums(JsonParser parser, BiConsumer<String, Sums> taker) {
    String run = "";
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      JsonToken value = parser.nextToken();
      if (name.equals("job") && value == JsonToken.START_OBJECT) {
        run = one(JsonNode.class).<JsonNode>readValue(parser).path("id").asString("");
      } else if (name.equals(INTERVALS) && value == JsonToken.START_ARRAY) {
        String id = run;
        eachOf(parser, Sums.class, sums -> taker.accept(id, sums));
      } else if (name.equals(STEPS) && value == JsonToken.START_ARRAY) {
        while (parser.nextToken() == JsonToken.START_OBJECT) {
          eachSums(parser, taker);
        }
      } else {
        parser.skipChildren();
      }
    }
  }

  private <T> void eachOf(JsonParser parser, Class<T> type, Consumer<T> taker) {
    ObjectReader reader = one(type);
    while (parser.nextToken() == JsonToken.START_OBJECT) {
      taker.accept(reader.readValue(parser));
    }
  }

  /// Reads one value, and leaves the text after it.
  private ObjectReader one(Class<?> type) {
    return json.readerFor(type).without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
  }

  /// Leaves out the intervals of documents, but not an operation with that name.
  private static final class NoIntervals extends TokenFilter {
    @Override
    public @Nullable TokenFilter includeProperty(String name) {
      return switch (name) {
        case INTERVALS -> null;
        case STEPS -> this;
        default -> INCLUDE_ALL;
      };
    }
  }
}
