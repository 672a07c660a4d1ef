/// Job classes without Java: one YAML file declares tables, statements, transactions and checks,
/// and becomes a job class as any other.
@NullMarked
package dev.broadside.sql;

import org.jspecify.annotations.NullMarked;
