/// The demo: everything that Broadside is, on one machine, for half a minute.
@NullMarked
package dev.broadside.cli.demo;

import org.jspecify.annotations.NullMarked;
