package dev.broadside.cli.packs;

import picocli.CommandLine.Parameters;

/// The pack that a command is about.
final class NamedPack {
  @Parameters(
      index = "0",
      paramLabel = "PACK",
      description = "NAME@VERSION, NAME for its newest, or its SHA-256.")
  private String reference = "";

  String reference() {
    return reference;
  }
}
