/// The server as a whole: [dev.broadside.server.Server] puts it together on one page.
@NullMarked
package dev.broadside.server;

import org.jspecify.annotations.NullMarked;
