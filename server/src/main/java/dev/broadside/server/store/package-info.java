/// The result store: jobs, records, results, agents and packs in one relational database, SQLite or
/// PostgreSQL.
///
/// The only package of the server with SQL.
@NullMarked
package dev.broadside.server.store;

import org.jspecify.annotations.NullMarked;
