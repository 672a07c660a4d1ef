package dev.broadside.client.engine;

/// A job class did not keep to the SPI's contract. Its iteration fails with this.
final class ContractBroken extends RuntimeException {
  private static final long serialVersionUID = 1;

  ContractBroken(String message) {
    super(message);
  }
}
