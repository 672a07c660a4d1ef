/// Projects of people who write job classes: made by `broadside new-job`, compiled and run as they
/// were last saved.
@NullMarked
package dev.broadside.cli.project;

import org.jspecify.annotations.NullMarked;
