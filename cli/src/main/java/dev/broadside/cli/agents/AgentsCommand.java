package dev.broadside.cli.agents;

import picocli.CommandLine.Command;

/// `broadside agents`.
@Command(
    name = "agents",
    description = "List, invite, rename, drain and remove the agents of a server.",
    synopsisSubcommandLabel = "COMMAND")
public final class AgentsCommand {}
