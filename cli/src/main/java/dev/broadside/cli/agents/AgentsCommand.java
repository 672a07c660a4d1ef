package dev.broadside.cli.agents;

import picocli.CommandLine.Command;

/// `broadside agents`.
@Command(
    name = "agents",
    description =
        "List the agents of a server, invite new ones, drain those that are to be stopped, and cut off"
            + " what must not come back.",
    synopsisSubcommandLabel = "COMMAND")
public final class AgentsCommand {}
