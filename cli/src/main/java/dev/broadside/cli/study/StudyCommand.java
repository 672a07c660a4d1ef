package dev.broadside.cli.study;

import picocli.CommandLine.Command;

/// `broadside study`.
@Command(
    name = "study",
    description = "Run a job at several loads or settings, or search for its knee.",
    synopsisSubcommandLabel = "COMMAND")
public final class StudyCommand {}
