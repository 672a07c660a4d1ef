package dev.broadside.core.wire;

/// Bytes that are not a message of Broadside's: the link they came over is to be closed.
public final class ProtocolException extends Exception {
  private static final long serialVersionUID = 1;

  public ProtocolException(String message) {
    super(message);
  }

  public ProtocolException(String message, Throwable cause) {
    super(message, cause);
  }
}
