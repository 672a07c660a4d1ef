package dev.broadside.core.job;

import dev.broadside.core.param.Parameter;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/// What a share does before and after its load, in this order. Each step has a limit: how long it
/// may go on without progress.
///
/// A job can set another limit for steps that wait for the target, by the field that [#limit()]
/// declares.
public enum ShareStep {
  FETCH(
      "fetching the pack",
      "pack",
      Duration.ofMinutes(1),
      "see the network between agent and server, and the agent's disk"),
  FORK(
      "starting the worker",
      "start",
      Duration.ofMinutes(1),
      "see whether the agent's host has processors and memory to spare"),
  TRIAL(
      "trying the target",
      "trial",
      Duration.ofMinutes(1),
      "see that the target answers, and whether something between cuts connections off"),
  PREPARE(
      "preparing the target",
      "prepare",
      Duration.ofMinutes(10),
      "see what the target is busy with, and whether locks are held there"),
  REHEARSE(
      "rehearsing",
      "rehearse",
      Duration.ofMinutes(10),
      "see what the target is busy with and whether locks are held there, leave the rehearsal out"
          + " with --no-rehearsal"),
  OPEN(
      "opening connections",
      "open",
      Duration.ofMinutes(1),
      "see that the target answers, and whether something between cuts connections off"),
  VERIFY(
      "verifying the target",
      "verify",
      Duration.ofMinutes(30),
      "see what the target is busy with, and whether locks are held there"),
  CLEAN_UP(
      "cleaning up",
      "clean-up",
      Duration.ofMinutes(30),
      "see what the target is busy with, and whether locks are held there");

  /// The shortest limit that a job can ask for.
  public static final Duration SHORTEST = Duration.ofSeconds(1);

  /// The longest limit.
  public static final Duration LONGEST = Duration.ofDays(7);

  private final String words;
  private final String name;
  private final Duration usual;
  private final String mend;

  ShareStep(String words, String name, Duration usual, String mend) {
    this.words = words;
    this.name = name;
    this.usual = usual;
    this.mend = mend;
  }

  /// What is being done, such as `opening connections`.
  public String words() {
    return words;
  }

  /// The limit if the job does not set another.
  public Duration usual() {
    return usual;
  }

  /// What to do about a step without progress, as the end of a sentence.
  String mend() {
    return settable() ? mend + ", or allow more with --" + limit().name() : mend;
  }

  /// Whether a job can set another limit.
  public boolean settable() {
    return this != FETCH && this != FORK;
  }

  /// The steps for which a job can set another limit.
  public static List<ShareStep> allSettable() {
    return Arrays.stream(values()).filter(ShareStep::settable).toList();
  }

  /// The declaration of the field that gives another limit.
  public Parameter.Span limit() {
    return Parameter.span(
            name + "-timeout", "Fail when " + words + " has made no progress for this long.")
        .between(SHORTEST, LONGEST)
        .preset(usual);
  }
}
