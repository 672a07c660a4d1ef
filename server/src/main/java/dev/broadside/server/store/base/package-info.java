/// The way to the database, whichever it is: connections, transactions, migrations, and how it
/// fails. What is kept there is the room above's.
@NullMarked
package dev.broadside.server.store.base;

import org.jspecify.annotations.NullMarked;
