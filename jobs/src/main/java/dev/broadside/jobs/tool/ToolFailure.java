package dev.broadside.jobs.tool;

import dev.broadside.core.work.ErrorClass;
import java.io.IOException;

/// A program did not do what its job needs.
final class ToolFailure extends IOException {
  private static final long serialVersionUID = 1;

  private final ErrorClass errorClass;

  ToolFailure(ErrorClass errorClass, String message) {
    super(message);
    this.errorClass = errorClass;
  }

  /// The message is about the program: a place in this source would tell its user nothing.
  @Override
  public Throwable fillInStackTrace() {
    return this;
  }

  ErrorClass errorClass() {
    return errorClass;
  }
}
