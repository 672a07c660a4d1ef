package dev.broadside.cli.targets;

import picocli.CommandLine.Command;

/// `broadside target`.
@Command(
    name = "target",
    description = "Name databases once, with password and limits, for --target NAME.",
    synopsisSubcommandLabel = "COMMAND")
public final class TargetCommand {}
