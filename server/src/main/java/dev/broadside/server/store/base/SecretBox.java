package dev.broadside.server.store.base;

/// Keeps texts secret at rest. Implementations may be used by several threads.
public interface SecretBox {
  /// Seals nothing: for stores in which there are no secrets.
  SecretBox OPEN =
      new SecretBox() {
        @Override
        public String seal(String text, String place) {
          return text;
        }

        @Override
        public String open(String sealed, String place) {
          return sealed;
        }
      };

  /// The text so that only [#open] can read it.
  ///
  /// @param place where the sealed text is kept; it opens nowhere else
  String seal(String text, String place);

  /// The text again.
  ///
  /// @param place as it was given when the text was sealed
  /// @throws IllegalStateException where it was sealed with another key or for another place, or
  ///   was tampered with
  String open(String sealed, String place);
}
