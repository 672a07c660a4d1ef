package dev.broadside.server.store.base;

/// Encrypts texts for storage. Implementations are safe for use by several threads.
public interface SecretBox {
  /// Encrypts nothing: for stores without secrets.
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

  /// Encrypts a text.
  ///
  /// @param place the row in which it is stored; it cannot be decrypted in another one
  String seal(String text, String place);

  /// Decrypts a text.
  ///
  /// @param place the one given to [#seal]
  /// @throws IllegalStateException if it was encrypted with another key or for another place, or
  ///   was tampered with
  String open(String sealed, String place);
}
