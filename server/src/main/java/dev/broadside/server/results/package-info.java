/// The documents of runs: so far, final, amended, counted again, and written in every form.
@NullMarked
package dev.broadside.server.results;

import org.jspecify.annotations.NullMarked;
