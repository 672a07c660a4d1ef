package dev.broadside.cli.run;

import dev.broadside.cli.shell.Causes;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.core.input.PhaseFields;
import dev.broadside.core.job.Phase;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// The phases of a run as a file has them, in YAML or JSON: a list, or an object with the list
/// under `phases`. Where a rate's `trace` names a file, the trace is read from there.
///
/// @param name of the file, as the user gave it
/// @param list as it may be sent to a server: traces are in it
record PhasesFile(Path name, JsonNode list) {
  private static final long MAX_BYTES = 1 << 20;

  static PhasesFile read(Path name) throws CommandException {
    JsonNode tree = tree(name);
    JsonNode list = tree.has("phases") ? tree.path("phases") : tree;
    for (int i = 0; i < list.size(); i++) {
      JsonNode rate = list.path(i).path("rate");
      if (rate instanceof ObjectNode shape && shape.path("trace").isString()) {
        Path trace = name.resolveSibling(shape.path("trace").asString());
        shape.set("trace", TraceFile.read(trace));
      }
    }
    return new PhasesFile(name, list);
  }

  private static JsonNode tree(Path name) throws CommandException {
    try {
      if (Files.size(name) > MAX_BYTES) {
        throw wrong(name, "", "it has more than 1 MiB", "move traces to files of their own");
      }
      return new YAMLMapper().readTree(Files.readString(name));
    } catch (NoSuchFileException _) {
      throw wrong(name, "", "there is none", "name one that is there");
    } catch (IOException e) {
      throw wrong(name, "", "it cannot be read (" + Causes.of(e) + ")", "name one that can");
    } catch (JacksonException e) {
      String line = e.getLocation() == null ? "" : ", line " + e.getLocation().getLineNr();
      String cause = PlainText.line(e.getOriginalMessage().lines().findFirst().orElse(""), 200);
      throw wrong(name, line, "it is neither YAML nor JSON (" + cause + ")", "mend that line");
    }
  }

  private static CommandException wrong(Path name, String line, String what, String mend) {
    return new CommandException(Problem.wrong("file " + name + line, what, mend));
  }

  /// What problems in it begin with.
  String place() {
    return "file " + name + ", ";
  }

  /// The phases.
  ///
  /// @param threads load threads of each agent in phases that do not say
  List<Phase> phases(int threads) throws CommandException {
    List<Problem> problems = new ArrayList<>();
    List<Phase> phases = PhaseFields.read(list, threads, place(), problems);
    if (!problems.isEmpty()) {
      throw new CommandException(problems);
    }
    return phases;
  }
}
