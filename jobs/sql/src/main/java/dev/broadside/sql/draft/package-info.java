/// Makes a YAML job class of the statements that a database was asked most often.
@NullMarked
package dev.broadside.sql.draft;

import org.jspecify.annotations.NullMarked;
