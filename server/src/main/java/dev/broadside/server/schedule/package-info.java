/// Which job begins when, and on which agents: pure functions of jobs, agents and time.
@NullMarked
package dev.broadside.server.schedule;

import org.jspecify.annotations.NullMarked;
