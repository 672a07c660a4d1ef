package dev.broadside.jobs.pgbench;

import java.util.Arrays;
import java.util.stream.Collectors;

/// The scripts that pgbench has built in, word by word.
enum BuiltInScript {
  TPCB_LIKE(
      "tpcb-like",
      """
      \\set aid random(1, 100000 * :scale)
      \\set bid random(1, 1 * :scale)
      \\set tid random(1, 10 * :scale)
      \\set delta random(-5000, 5000)
      BEGIN;
      UPDATE pgbench_accounts SET abalance = abalance + :delta WHERE aid = :aid;
      SELECT abalance FROM pgbench_accounts WHERE aid = :aid;
      UPDATE pgbench_tellers SET tbalance = tbalance + :delta WHERE tid = :tid;
      UPDATE pgbench_branches SET bbalance = bbalance + :delta WHERE bid = :bid;
      INSERT INTO pgbench_history (tid, bid, aid, delta, mtime) VALUES (:tid, :bid, :aid, :delta, CURRENT_TIMESTAMP);
      END;
      """),
  SIMPLE_UPDATE(
      "simple-update",
      """
      \\set aid random(1, 100000 * :scale)
      \\set bid random(1, 1 * :scale)
      \\set tid random(1, 10 * :scale)
      \\set delta random(-5000, 5000)
      BEGIN;
      UPDATE pgbench_accounts SET abalance = abalance + :delta WHERE aid = :aid;
      SELECT abalance FROM pgbench_accounts WHERE aid = :aid;
      INSERT INTO pgbench_history (tid, bid, aid, delta, mtime) VALUES (:tid, :bid, :aid, :delta, CURRENT_TIMESTAMP);
      END;
      """),
  SELECT_ONLY(
      "select-only",
      """
      \\set aid random(1, 100000 * :scale)
      SELECT abalance FROM pgbench_accounts WHERE aid = :aid;
      """);

  private final String id;
  private final String text;

  BuiltInScript(String id, String text) {
    this.id = id;
    this.text = text;
  }

  /// What users call it.
  String id() {
    return id;
  }

  /// @param weight how often it is drawn, against the others
  ScriptText weighing(long weight) {
    return new ScriptText(id, weight, text);
  }

  static BuiltInScript named(String id) {
    return Arrays.stream(values()).filter(one -> one.id.equals(id)).findFirst().orElseThrow();
  }

  /// Their names as a part of a regular expression.
  static String names(String between) {
    return Arrays.stream(values()).map(BuiltInScript::id).collect(Collectors.joining(between));
  }
}
