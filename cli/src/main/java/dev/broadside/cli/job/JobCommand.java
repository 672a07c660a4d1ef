package dev.broadside.cli.job;

import picocli.CommandLine.Command;

/// `broadside job`.
@Command(
    name = "job",
    description = "Submit jobs to a server, follow them, change them, and use their results.",
    synopsisSubcommandLabel = "COMMAND")
public final class JobCommand {}
