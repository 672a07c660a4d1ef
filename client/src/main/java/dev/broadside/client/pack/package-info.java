/// Packs: jars of job classes that bring their libraries and a descriptor along.
///
/// [dev.broadside.client.pack.PackBuilder] makes them, [dev.broadside.client.pack.PackDescriptors]
/// reads what they say of themselves without running any of their code, and
/// [dev.broadside.client.pack.PackLoader] loads them in a worker.
@NullMarked
package dev.broadside.client.pack;

import org.jspecify.annotations.NullMarked;
