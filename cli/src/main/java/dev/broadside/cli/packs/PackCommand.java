package dev.broadside.cli.packs;

import picocli.CommandLine.Command;

/// `broadside pack`.
@Command(
    name = "pack",
    description = "Install packs of job classes on a server, and list them.",
    synopsisSubcommandLabel = "COMMAND")
public final class PackCommand {}
