package dev.broadside.cli.group;

import picocli.CommandLine.Command;

/// `broadside group`.
@Command(
    name = "group",
    description = "Run jobs and studies that depend on each other's outcomes.",
    synopsisSubcommandLabel = "COMMAND")
public final class GroupCommand {}
