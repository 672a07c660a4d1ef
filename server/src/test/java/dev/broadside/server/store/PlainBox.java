package dev.broadside.server.store;

/// Turns texts round: enough to tell whether they were sealed.
public final class PlainBox implements SecretBox {
  @Override
  public String seal(String text) {
    return new StringBuilder(text).reverse().toString();
  }

  @Override
  public String open(String sealed) {
    return seal(sealed);
  }
}
