/// Throw-away databases on this machine, for the demo and for trying things out: MariaDB if its
/// binaries exist for the platform, H2 elsewhere. They listen on loopback only.
@NullMarked
package dev.broadside.cli.db;

import org.jspecify.annotations.NullMarked;
