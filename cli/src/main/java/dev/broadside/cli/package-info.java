/// The `broadside` command: one small class per command, and what they share.
///
/// Nothing here knows how load is made, how a job is placed or how results add up: commands read
/// options, call the client, the server or its HTTP API, and print. Data goes to standard output,
/// progress and logs to standard error.
@NullMarked
package dev.broadside.cli;

import org.jspecify.annotations.NullMarked;
