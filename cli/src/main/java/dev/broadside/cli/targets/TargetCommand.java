package dev.broadside.cli.targets;

import picocli.CommandLine.Command;

/// `broadside target`.
@Command(
    name = "target",
    description =
        "Name databases once, with their passwords and limits; jobs then say --target NAME.",
    synopsisSubcommandLabel = "COMMAND")
public final class TargetCommand {}
