package dev.broadside.cli.packs;

import picocli.CommandLine.Command;

/// `broadside pack`.
@Command(
    name = "pack",
    description = {
      "Build, install and list packs of job classes.",
      "They are installed on the server that --server or BROADSIDE_SERVER names;"
          + " where none is named, on this machine, for 'broadside run'."
    },
    synopsisSubcommandLabel = "COMMAND")
public final class PackCommand {}
