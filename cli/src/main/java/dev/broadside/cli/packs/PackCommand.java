package dev.broadside.cli.packs;

import picocli.CommandLine.Command;

/// `broadside pack`.
@Command(
    name = "pack",
    description = {
      "Build packs of job classes, and see to those that are installed.",
      "On the server that --server or BROADSIDE_SERVER names; where none is named, on this machine,"
          + " for 'broadside run'."
    },
    synopsisSubcommandLabel = "COMMAND")
public final class PackCommand {}
