package dev.broadside.server.store.row;

import dev.broadside.core.pack.PackDescriptor.ClassDescriptor;
import java.util.List;

/// A job's code as the pack's descriptor describes it; the server never loads the code itself.
///
/// @param title the job class's title
/// @param operations the names of its operations, by index
/// @param pack the name of the pack, `NAME@VERSION`
public record JobCode(String title, List<String> operations, String pack) {
  public JobCode {
    operations = List.copyOf(operations);
  }

  public static JobCode of(ClassDescriptor descriptor, PackRow pack) {
    return new JobCode(descriptor.title(), descriptor.operations(), pack.reference());
  }
}
