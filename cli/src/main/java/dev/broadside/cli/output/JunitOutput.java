package dev.broadside.cli.output;

import dev.broadside.cli.shell.Shell;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.study.StudyDocument;
import dev.broadside.core.threshold.ThresholdDocument;
import dev.broadside.core.threshold.ThresholdDocument.Verdict;
import java.io.IOException;
import java.util.List;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/// What came of a run as JUnit XML, which CI servers show: a suite for the run, or for each of a
/// study, with a case that says whether the run is a valid one, and a case for each threshold. A
/// broken threshold is a failure; one that could not be judged, and a run that is not valid, is an
/// error.
///
/// @param target a file, or `-`
/// @param shell the process's own
public record JunitOutput(String target, Shell shell) implements RunOutput {
  private static final int LONGEST = 4_000;

  /// How a case came out: the name of an element, empty if it passed, and its words.
  private record Outcome(String element, String words) {
    static final Outcome PASSED = new Outcome("", "");

    static Outcome of(ThresholdDocument threshold) {
      return switch (threshold.verdict()) {
        case HOLDS -> PASSED;
        case BROKEN -> new Outcome("failure", threshold.sentence());
        case NOT_JUDGED -> new Outcome("error", threshold.sentence());
      };
    }
  }

  @Override
  public void finished(RunDocument run) throws IOException {
    write(run.job().name(), List.of(run));
  }

  @Override
  public void finished(StudyDocument study) throws IOException {
    write(study.study().name(), study.steps().stream().map(StudyDocument.Step::run).toList());
  }

  private void write(String name, List<RunDocument> runs) throws IOException {
    try (Destination out = Destination.open(target, shell)) {
      XMLStreamWriter xml =
          XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(out, "UTF-8");
      xml.writeStartDocument("UTF-8", "1.0");
      element(xml, 0, "testsuites");
      attribute(xml, "name", name);
      for (RunDocument run : runs) {
        suite(xml, run);
      }
      end(xml, 0);
      xml.writeCharacters("\n");
      xml.writeEndDocument();
      xml.flush();
    } catch (XMLStreamException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private static void suite(XMLStreamWriter xml, RunDocument run) throws XMLStreamException {
    List<ThresholdDocument> all =
        run.thresholds().map(verdicts -> verdicts.each()).orElse(List.of());
    Outcome valid = valid(run);
    long errors = all.stream().filter(one -> one.verdict() == Verdict.NOT_JUDGED).count();
    element(xml, 1, "testsuite");
    attribute(xml, "name", run.job().jobClass() + " " + run.job().id());
    attribute(xml, "timestamp", run.job().startedAt().replaceAll("(\\.\\d+)?Z$", ""));
    attribute(xml, "tests", "" + (all.size() + 1));
    attribute(
        xml, "failures", "" + all.stream().filter(one -> one.verdict() == Verdict.BROKEN).count());
    attribute(xml, "errors", "" + (errors + (valid.element().isEmpty() ? 0 : 1)));
    testCase(xml, run, "the run is valid", valid);
    for (ThresholdDocument one : all) {
      testCase(xml, run, one.text(), Outcome.of(one));
    }
    end(xml, 1);
  }

  private static Outcome valid(RunDocument run) {
    if (!run.job().state().equals("completed")) {
      return new Outcome("error", run.job().state() + ": " + run.job().reason());
    }
    return run.audit().balanced() ? Outcome.PASSED : new Outcome("error", run.audit().sentence());
  }

  private static void testCase(XMLStreamWriter xml, RunDocument run, String name, Outcome outcome)
      throws XMLStreamException {
    element(xml, 2, "testcase");
    attribute(xml, "classname", "broadside." + run.job().jobClass());
    attribute(xml, "name", name);
    if (!outcome.element().isEmpty()) {
      element(xml, 3, outcome.element());
      attribute(xml, "message", outcome.words());
      xml.writeEndElement();
      end(xml, 2);
    } else {
      xml.writeEndElement();
    }
  }

  private static void element(XMLStreamWriter xml, int depth, String name)
      throws XMLStreamException {
    xml.writeCharacters("\n" + "  ".repeat(depth));
    xml.writeStartElement(name);
  }

  private static void end(XMLStreamWriter xml, int depth) throws XMLStreamException {
    xml.writeCharacters("\n" + "  ".repeat(depth));
    xml.writeEndElement();
  }

  /// XML has no place for some characters, however they are written.
  private static void attribute(XMLStreamWriter xml, String name, String value)
      throws XMLStreamException {
    String plain = PlainText.line(value, LONGEST).replaceAll("[\\uFFFE\\uFFFF]", "?");
    xml.writeAttribute(name, plain);
  }
}
