package dev.broadside.server.store.row;

/// How far the server has driven a share: which [dev.broadside.core.wire.ShareGoal] it wants of it.
public enum ShareStage {
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
