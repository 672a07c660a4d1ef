/// SHA-256, by which packs, records, files, tokens and certificates are named and compared.
@NullMarked
package dev.broadside.core.digest;

import org.jspecify.annotations.NullMarked;
