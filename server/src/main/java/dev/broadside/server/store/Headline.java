package dev.broadside.server.store;

import dev.broadside.core.report.RunDocument;

/// A result in one line, for lists.
///
/// @param audit the audit's verdict
/// @param generator the verdict on the load generator
/// @param generatorReason why, in one sentence
public record Headline(
    double transactionsPerSecond,
    double p95Millis,
    String audit,
    String generator,
    String generatorReason) {

  public static Headline of(RunDocument document) {
    return new Headline(
        document.summary().transactionsPerSecond(),
        document.summary().latencyMillis().p95(),
        document.audit().verdict().name(),
        document.generator().verdict().name(),
        document.generator().reason());
  }
}
