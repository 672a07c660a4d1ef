package dev.broadside.cli.job;

import picocli.CommandLine.Command;

/// `broadside job`.
@Command(
    name = "job",
    description = "Submit jobs to a server, watch them, take them elsewhere, and end them.",
    synopsisSubcommandLabel = "COMMAND")
public final class JobCommand {}
