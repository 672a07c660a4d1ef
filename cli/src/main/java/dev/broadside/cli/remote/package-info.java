/// Commands that talk to a server by its HTTP API, as any script could: jobs, packs, live results.
@NullMarked
package dev.broadside.cli.remote;

import org.jspecify.annotations.NullMarked;
