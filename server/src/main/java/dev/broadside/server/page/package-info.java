/// What the browser gets beside the resources: the static files and the live streams.
@NullMarked
package dev.broadside.server.page;

import org.jspecify.annotations.NullMarked;
