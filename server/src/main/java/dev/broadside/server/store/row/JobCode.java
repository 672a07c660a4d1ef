package dev.broadside.server.store.row;

import dev.broadside.core.pack.PackDescriptor.ClassDescriptor;
import java.util.List;

/// What the server knows of a job's code: data from the pack's descriptor, since it never loads the
/// code itself.
///
/// @param title the job class's title
/// @param operations the names of its operations, by index
/// @param packBytes the size of the pack
/// @param pack what the pack is called, `NAME@VERSION`
public record JobCode(String title, List<String> operations, long packBytes, String pack) {
  public JobCode {
    operations = List.copyOf(operations);
  }

  public static JobCode of(ClassDescriptor descriptor, PackRow pack) {
    return new JobCode(descriptor.title(), descriptor.operations(), pack.bytes(), pack.reference());
  }
}
