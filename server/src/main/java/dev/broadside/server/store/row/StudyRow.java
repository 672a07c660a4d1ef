package dev.broadside.server.store.row;

import static java.util.Objects.requireNonNull;

import dev.broadside.core.study.Study;

/// A study with what is kept beside it.
///
/// @param code what the server knows of its steps' code
public record StudyRow(Study study, JobCode code) {
  public StudyRow {
    requireNonNull(code);
  }
}
