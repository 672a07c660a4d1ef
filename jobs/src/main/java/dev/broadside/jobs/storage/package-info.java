/// What a disk does under small and large reads and writes, before a database is put on it.
@NullMarked
package dev.broadside.jobs.storage;

import org.jspecify.annotations.NullMarked;
