/// Packs: jars with job classes, kept by their SHA-256 and read as data.
///
/// A pack is foreign code, which the server never runs: nothing here loads a class, and before an
/// archive is stored, its size, expanded size, entries and names are checked against limits.
@NullMarked
package dev.broadside.server.packs;

import org.jspecify.annotations.NullMarked;
