package dev.broadside.server.store.row;

/// The [dev.broadside.core.wire.ShareGoal] that the server wants of a share.
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
