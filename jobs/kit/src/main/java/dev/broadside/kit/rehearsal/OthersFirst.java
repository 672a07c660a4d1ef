package dev.broadside.kit.rehearsal;

/// A transaction finds nothing to work on before other transactions have been committed: it fails
/// where that happens in a load, and a rehearsal leaves it at that.
public class OthersFirst extends ArithmeticException {
  private static final long serialVersionUID = 1;

  public OthersFirst(String message) {
    super(message);
  }
}
