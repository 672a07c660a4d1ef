/// The commands of one server's jobs: submit, list, show, watch, clone, cancel and export.
@NullMarked
package dev.broadside.cli.job;

import org.jspecify.annotations.NullMarked;
