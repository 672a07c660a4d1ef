/// State in memory that follows the database, and rows that belong to one load thread: which ids
/// are its own, and a book of them that stays right whatever fails.
@NullMarked
package dev.broadside.kit.own;

import org.jspecify.annotations.NullMarked;
