/// A YAML job class made ready to run: templates of statements, and transactions as flat lists of
/// small actions on one thread's frame, session and statements.
@NullMarked
package dev.broadside.sql.plan;

import org.jspecify.annotations.NullMarked;
