/// What a database was asked once, statement by statement: the form that is replayed, and how the
/// logs of databases become it.
@NullMarked
package dev.broadside.sql.recording;

import org.jspecify.annotations.NullMarked;
