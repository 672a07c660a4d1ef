package dev.broadside.cli.remote;

import picocli.CommandLine.Command;

/// `broadside agents`.
@Command(
    name = "agents",
    description = "List the agents of a server, and invite new ones.",
    synopsisSubcommandLabel = "COMMAND")
public final class AgentsCommand {}
