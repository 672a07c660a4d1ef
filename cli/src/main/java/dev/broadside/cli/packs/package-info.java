/// The commands of a server's packs and of the job classes in them.
@NullMarked
package dev.broadside.cli.packs;

import org.jspecify.annotations.NullMarked;
