/// Runs: what a person sees while one goes on and when it ends, and `broadside run` itself.
@NullMarked
package dev.broadside.cli.run;

import org.jspecify.annotations.NullMarked;
