/// Reads the bodies of submissions into jobs and groups, and checks them against packs and targets.
@NullMarked
package dev.broadside.server.submit;

import org.jspecify.annotations.NullMarked;
