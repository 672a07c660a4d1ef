package dev.broadside.core.job;

/// What a load thread is. Measured to be a real choice, so it is recorded with every result
/// (numbers.md section 2).
public enum ThreadKind {
  PLATFORM,
  VIRTUAL
}
