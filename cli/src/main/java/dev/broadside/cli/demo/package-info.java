/// The demo: a database, a server and two agents on one machine, for two minutes.
@NullMarked
package dev.broadside.cli.demo;

import org.jspecify.annotations.NullMarked;
