/// A run without a server: one worker, driven from the process that wants the result.
///
/// [dev.broadside.client.run.LocalRun] is the entry.
@NullMarked
package dev.broadside.client.run;

import org.jspecify.annotations.NullMarked;
