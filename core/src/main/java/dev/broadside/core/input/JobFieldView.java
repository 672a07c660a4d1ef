package dev.broadside.core.input;

import dev.broadside.core.pack.ParameterDescriptor;
import java.util.List;

/// The declaration of a field of a job as the page draws its form from it.
///
/// @param path where the value stands in a document: `threads`, or `agents.count`
/// @param label its name for people
/// @param group which fields it stands among
/// @param list whether it takes several values, separated by commas
/// @param needs paths of fields without which it means nothing
/// @param excludes paths of fields with which it means nothing
public record JobFieldView(
    String path,
    String label,
    String group,
    boolean list,
    List<String> needs,
    List<String> excludes,
    ParameterDescriptor declared) {}
