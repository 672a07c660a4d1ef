package dev.broadside.server.store;

import dev.broadside.core.group.JobGroup;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Studies and groups that go on and have a job as a part: without it they would run it once more,
/// or judge without its result. Safe for use by several threads, which may block on the store.
///
/// @param store has them
public record Wholes(ResultStore store) {
  private static final Pattern STEP = Pattern.compile("(.+)-[st][0-9]+");

  /// Who still needs a job or a study, in words without a stop; empty where nobody does.
  public Optional<String> needing(String id) {
    Matcher step = STEP.matcher(id);
    boolean ofStudy =
        step.matches()
            && store
                .studies()
                .find(step.group(1))
                .filter(row -> !row.study().done() && row.study().hasStep(id))
                .isPresent();
    return ofStudy
        ? Optional.of("it is a step of study " + step.group(1) + ", which goes on")
        : ofGroup(id).map(group -> "it is a member of group " + group + ", which goes on");
  }

  private Optional<String> ofGroup(String id) {
    return Optional.of(id.indexOf('.'))
        .filter(dot -> dot > 0)
        .flatMap(dot -> store.groups().find(id.substring(0, dot)))
        .filter(group -> !group.done() && group.goesOnWith(id))
        .map(JobGroup::id);
  }
}
