/// Packs: jars with job classes, kept by their SHA-256 and read as data.
///
/// A pack is somebody's code and the server is no place for it: nothing here loads a class, and an
/// archive is read within limits on its size, its expanded size, its entries and their names before
/// a byte of it is kept.
@NullMarked
package dev.broadside.server.packs;

import org.jspecify.annotations.NullMarked;
