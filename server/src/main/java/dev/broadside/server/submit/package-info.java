/// What the body of a request asks for: read into jobs and groups, judged by what the server knows
/// of packs and targets, and refused at the field.
@NullMarked
package dev.broadside.server.submit;

import org.jspecify.annotations.NullMarked;
