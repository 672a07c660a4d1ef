/// What a person sees: tables, interval lines, summaries and progress, as text.
@NullMarked
package dev.broadside.cli.term;

import org.jspecify.annotations.NullMarked;
