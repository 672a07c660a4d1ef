/// Rows of the store as values: jobs, agents, packs and records. No SQL.
@NullMarked
package dev.broadside.server.store.row;

import org.jspecify.annotations.NullMarked;
