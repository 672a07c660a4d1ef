package dev.broadside.core.input;

import dev.broadside.core.pack.ParameterDescriptor;
import java.util.List;

/// The declaration of a field of a job, from which the page draws its form.
///
/// @param path its place in a document: `threads`, or `agents.count`
/// @param label its name for people
/// @param group the fields that it stands with
/// @param list whether it takes several values, separated by commas
/// @param needs paths of fields that it needs
/// @param excludes paths of fields that it excludes
public record JobFieldView(
    String path,
    String label,
    String group,
    boolean list,
    List<String> needs,
    List<String> excludes,
    ParameterDescriptor declared) {}
