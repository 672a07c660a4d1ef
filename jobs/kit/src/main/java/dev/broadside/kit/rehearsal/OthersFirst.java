package dev.broadside.kit.rehearsal;

/// A transaction finds nothing to work on until other transactions have been committed: a failure
/// in a load, but not in a rehearsal.
public class OthersFirst extends ArithmeticException {
  private static final long serialVersionUID = 1;

  public OthersFirst(String message) {
    super(message);
  }
}
