/// Access to the database: connections, transactions, migrations, failures and encryption. The
/// packages above decide what is stored.
@NullMarked
package dev.broadside.server.store.base;

import org.jspecify.annotations.NullMarked;
