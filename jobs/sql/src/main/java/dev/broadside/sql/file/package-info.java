/// YAML job classes: the declaration of their keys, from which their JSON Schema is made, and the
/// reader that makes a plan of one, or reports everything that is wrong with it by line and column.
@NullMarked
package dev.broadside.sql.file;

import org.jspecify.annotations.NullMarked;
