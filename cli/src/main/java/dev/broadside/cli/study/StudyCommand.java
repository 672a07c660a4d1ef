package dev.broadside.cli.study;

import picocli.CommandLine.Command;

/// `broadside study`.
@Command(
    name = "study",
    description = "Submit studies to a server: a job that is run with several numbers of threads.",
    synopsisSubcommandLabel = "COMMAND")
public final class StudyCommand {}
