/// How one share of a job goes from its plan to its release: a state machine that does nothing
/// itself. [dev.broadside.core.run.ShareMachine] is the entry. An agent, or `broadside run`, gives
/// it what happens and does what it answers.
@NullMarked
package dev.broadside.core.run;

import org.jspecify.annotations.NullMarked;
