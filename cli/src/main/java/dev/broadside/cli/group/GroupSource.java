package dev.broadside.cli.group;

import dev.broadside.cli.remote.ServerClasses;
import dev.broadside.cli.run.JobSource;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.campaign.GroupDocument;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.input.JobField;
import dev.broadside.core.pack.PackDescriptor.ClassDescriptor;
import dev.broadside.core.pack.ParameterDescriptor;
import dev.broadside.core.param.Problem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A group document that a user gave by a file and by options.
final class GroupSource {
  private final JobSource file;
  private final ObjectNode document;

  private GroupSource(JobSource file) {
    this.file = file;
    this.document = file.document();
  }

  static GroupSource of(Path path) throws CommandException {
    return new GroupSource(JobSource.of(path));
  }

  /// A group that the server has.
  static GroupSource of(ObjectNode document) {
    return new GroupSource(JobSource.of(document));
  }

  ObjectNode document() {
    return document;
  }

  /// Replaces a value of the group as a whole by that of an option.
  void put(JobField<?> field, String text, String option) throws CommandException {
    file.put(field, text, option);
  }

  /// Puts the options for all members into the defaults of the document.
  void share(Optional<String> confirm, boolean yesTarget) {
    confirm.ifPresent(name -> defaults().put(JobDocument.CONFIRM.path(), name));
    if (yesTarget) {
      defaults().put(JobDocument.YES_TARGET.path(), true);
    }
  }

  /// Anything else than an object stays in its place, and the server refuses it.
  private ObjectNode defaults() {
    return object(document, GroupDocument.DEFAULTS);
  }

  private static ObjectNode object(ObjectNode holder, String name) {
    return switch (holder.path(name)) {
      case ObjectNode object -> object;
      case JsonNode none when none.isMissingNode() || none.isNull() -> holder.putObject(name);
      default -> JsonNodeFactory.instance.objectNode();
    };
  }

  /// Puts the texts of files in the place of their names, and adds the secrets. The file itself
  /// holds none, so that everybody may read it.
  ///
  /// @param variables of the environment, by the names of the parameters whose secrets they hold
  void complete(ServerClasses classes, Map<String, String> variables, Shell shell)
      throws CommandException {
    List<Problem> problems = new ArrayList<>();
    List<ClassDescriptor> all = classes.all();
    for (String place : places()) {
      String named = document.at(place).path("jobClass").asString("");
      for (ClassDescriptor one : all) {
        if (one.id().equals(named) || named.isEmpty()) {
          complete(place + "/" + JobDocument.PARAMETERS, one, problems);
        }
      }
    }
    if (!problems.isEmpty()) {
      throw new CommandException(file.placed(problems.stream().distinct().toList()));
    }
    for (Map.Entry<String, String> one : variables.entrySet()) {
      String option = "option --secret-env " + one.getKey() + "=" + one.getValue();
      object(defaults(), JobDocument.PARAMETERS)
          .put(one.getKey(), shell.secretFromVariable(option, one.getValue()));
    }
  }

  /// Pointers to the objects that hold fields of a job.
  private List<String> places() {
    JsonNode members = document.path(GroupDocument.MEMBERS);
    return Stream.concat(
            Stream.of("/" + GroupDocument.DEFAULTS),
            Stream.iterate(0, i -> members.isArray() && i < members.size(), i -> i + 1)
                .map(i ->
                    "/"
                        + GroupDocument.MEMBERS
                        + "/"
                        + i
                        + "/"
                        + (members.get(i).has("study") ? "study" : "job")))
        .toList();
  }

  private void complete(String parameters, ClassDescriptor jobClass, List<Problem> problems)
      throws CommandException {
    for (ParameterDescriptor one : jobClass.parameters()) {
      if (one.kind().equals("files")) {
        file.readFiles(parameters, one.name());
      } else if (one.kind().equals("secret") && document.at(parameters).has(one.name())) {
        problems.add(
            Problem.wrong(
                parameters + "/" + one.name(),
                "it is a secret, which a group file must not hold",
                "name a target that has it, or give --secret-env " + one.name() + "=VARIABLE"));
      }
    }
  }

  List<Problem> placed(List<Problem> problems) {
    return file.placed(problems);
  }
}
