/// What a database itself did while a job loaded it: its counters, read on a connection of their
/// own. What each engine counts, and where it is read, is one line each in
/// [dev.broadside.kit.monitor.MySqlCounters], [dev.broadside.kit.monitor.PostgreSqlCounters] and
/// [dev.broadside.kit.monitor.OracleCounters].
@NullMarked
package dev.broadside.kit.monitor;

import org.jspecify.annotations.NullMarked;
