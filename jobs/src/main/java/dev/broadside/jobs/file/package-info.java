/// The bundled job classes that are written in YAML.
@NullMarked
package dev.broadside.jobs.file;

import org.jspecify.annotations.NullMarked;
