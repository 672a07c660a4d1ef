package dev.broadside.client.pack;

/// A file that is no usable pack; the message is one sentence that says why, without a final full
/// stop.
public final class PackException extends Exception {
  private static final long serialVersionUID = 1;

  public PackException(String message) {
    super(message);
  }

  public PackException(String message, Throwable cause) {
    super(message, cause);
  }
}
