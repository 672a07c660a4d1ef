package dev.broadside.server.api;

import dev.broadside.core.job.Bounds;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.Study;
import dev.broadside.core.param.Problem;
import dev.broadside.server.packs.PackStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The body of `POST /api/v1/studies`: that of a job, whose threads are a list.
///
/// @param common what the steps have in common
/// @param threads load threads of each agent, step by step
record StudyRequest(SubmitRequest common, List<Integer> threads) {
  private static final String THREADS = "threads";

  /// What reading gives.
  sealed interface Reading {
    /// A study that can be submitted.
    record Good(StudyRequest request) implements Reading {}

    /// Everything that is wrong.
    record Bad(List<Problem> problems) implements Reading {}
  }

  /// Reads a body. Looks packs and jobs up, so it may block.
  ///
  /// @param jobs what was asked of a job, its secrets included
  static Reading read(JsonNode body, PackStore packs, Function<String, Optional<JobSpec>> jobs) {
    List<Problem> problems = new ArrayList<>();
    List<Integer> threads = threads(body.path(THREADS), problems);
    if (threads.isEmpty()) {
      problems.add(
          Problem.wrong(
              THREADS, "it is no list of numbers of threads", "give one such as [1, 2, 4, 8]"));
    } else if (threads.stream().distinct().count() < threads.size()) {
      problems.add(Problem.wrong(THREADS, "a number stands there twice", "give each number once"));
    }
    JsonNode job = withOneNumber(body, threads.isEmpty() ? 1 : threads.getFirst());
    return switch (SubmitRequest.read(job, packs, jobs)) {
      case SubmitRequest.Reading.Bad(List<Problem> found) -> {
        problems.addAll(found);
        yield new Reading.Bad(List.copyOf(problems));
      }
      case SubmitRequest.Reading.Good(SubmitRequest common) -> {
        checkId(common.id(), problems);
        yield problems.isEmpty()
            ? new Reading.Good(new StudyRequest(common, threads))
            : new Reading.Bad(List.copyOf(problems));
      }
    };
  }

  private static void checkId(Optional<String> id, List<Problem> problems) {
    if (id.isPresent() && id.get().length() > Study.MAX_ID) {
      problems.add(
          Problem.wrong(
              "id", "a study's id is at most " + Study.MAX_ID + " characters long", "shorten it"));
    }
  }

  /// The numbers of threads; empty where they are no list of numbers.
  private static List<Integer> threads(JsonNode node, List<Problem> problems) {
    if (!node.isArray() || node.size() > Study.MAX_STEPS) {
      return List.of();
    }
    List<Integer> threads = new ArrayList<>();
    for (JsonNode one : node) {
      if (!one.isIntegralNumber() || !one.canConvertToInt()) {
        return List.of();
      }
      int count = one.asInt();
      if (count < 1 || count > Bounds.MAX_THREADS) {
        problems.add(
            Problem.wrong(THREADS, count + " is out of range", "give 1 to " + Bounds.MAX_THREADS));
      }
      threads.add(count);
    }
    return List.copyOf(threads);
  }

  /// The body as that of a job. A number out of range is told once, for the study.
  private static JsonNode withOneNumber(JsonNode body, int threads) {
    if (!(body instanceof ObjectNode object)) {
      return body;
    }
    return object.deepCopy().put(THREADS, Math.clamp(threads, 1, Bounds.MAX_THREADS));
  }
}
