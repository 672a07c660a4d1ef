package dev.broadside.client.engine;

/// A step came no further for as long as its limit allows. Its message is a sentence for the user,
/// its stack trace that of the thread which hangs.
public final class StepOverdue extends Exception {
  private static final long serialVersionUID = 1;

  StepOverdue(String sentence, Thread hanging) {
    super(sentence);
    setStackTrace(hanging.getStackTrace());
  }
}
