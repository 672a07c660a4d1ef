/// Work with members: studies, and groups of jobs and studies that wait for each other. What they
/// are, how a group is written, and what comes next. Pure values.
@NullMarked
package dev.broadside.core.campaign;

import org.jspecify.annotations.NullMarked;
