package dev.broadside.cli.order;

import dev.broadside.cli.remote.ServerClient;
import java.util.Locale;

/// What orders go to, by the words of commands and routes.
public enum WorkKind {
  JOB("jobs"),
  STUDY("studies"),
  GROUP("groups");

  private final String plural;

  WorkKind(String plural) {
    this.plural = plural;
  }

  /// The command, such as `job`.
  String command() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// What several are called.
  String plural() {
    return plural;
  }

  /// So many, in words.
  String counted(int number) {
    return number + " " + (number == 1 ? command() : plural);
  }

  /// The route to all of them.
  String path() {
    return "/" + plural;
  }

  /// The route to one.
  String path(String id) {
    return path() + "/" + ServerClient.segment(id);
  }
}
