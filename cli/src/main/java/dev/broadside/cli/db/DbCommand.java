package dev.broadside.cli.db;

import picocli.CommandLine.Command;

/// `broadside db`.
@Command(
    name = "db",
    description = "Start and stop a throw-away database on this machine.",
    synopsisSubcommandLabel = "COMMAND")
public final class DbCommand {}
