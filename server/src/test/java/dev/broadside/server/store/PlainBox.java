package dev.broadside.server.store;

import dev.broadside.server.store.base.SecretBox;

/// Turns texts round and puts their place before them: enough to tell whether they were sealed, and
/// for where.
public final class PlainBox implements SecretBox {
  @Override
  public String seal(String text, String place) {
    return place + "|" + new StringBuilder(text).reverse();
  }

  @Override
  public String open(String sealed, String place) {
    if (!sealed.startsWith(place + "|")) {
      throw new IllegalStateException("sealed for another place");
    }
    return new StringBuilder(sealed.substring(place.length() + 1)).reverse().toString();
  }
}
