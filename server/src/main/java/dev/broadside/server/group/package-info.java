/// Groups of jobs and studies that wait for each other's outcomes.
@NullMarked
package dev.broadside.server.group;

import org.jspecify.annotations.NullMarked;
