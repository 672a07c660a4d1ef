/// A program that makes load by itself, started on all agents at one instant: one result for what
/// all of them print.
@NullMarked
package dev.broadside.jobs.tool;

import org.jspecify.annotations.NullMarked;
