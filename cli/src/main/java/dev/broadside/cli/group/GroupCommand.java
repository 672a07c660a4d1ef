package dev.broadside.cli.group;

import picocli.CommandLine.Command;

/// `broadside group`.
@Command(
    name = "group",
    description = "Submit groups: jobs and studies that wait for each other's outcomes.",
    synopsisSubcommandLabel = "COMMAND")
public final class GroupCommand {}
