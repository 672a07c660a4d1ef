/// What studies and groups are found by, as the store keeps it.
@NullMarked
package dev.broadside.server.store.work;

import org.jspecify.annotations.NullMarked;
