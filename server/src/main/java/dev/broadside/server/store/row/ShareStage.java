package dev.broadside.server.store.row;

import com.fasterxml.jackson.annotation.JsonAlias;

/// How far the server has driven a share: which [dev.broadside.core.wire.ShareGoal] it wants of it.
/// Stores of earlier versions know a stage between the first two, in which the first share
/// prepared.
public enum ShareStage {
  @JsonAlias("PREPARE")
  FORK,
  LOAD,
  OPEN,
  RUN,
  RESUME,
  STOP,
  KILL,
  VERIFY,
  RELEASE
}
