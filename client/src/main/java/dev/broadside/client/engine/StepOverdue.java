package dev.broadside.client.engine;

/// A step made no progress for longer than its limit. The message is a sentence for the user; the
/// stack trace is that of the thread that hangs.
public final class StepOverdue extends Exception {
  private static final long serialVersionUID = 1;

  StepOverdue(String sentence, Thread hanging) {
    super(sentence);
    setStackTrace(hanging.getStackTrace());
  }
}
