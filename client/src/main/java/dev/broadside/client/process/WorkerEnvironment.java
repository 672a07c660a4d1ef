package dev.broadside.client.process;

import dev.broadside.core.job.Plan;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// What a result keeps about the process that made the load, so that people can see why another
/// result differs.
final class WorkerEnvironment {
  private static final int MOST_CHARACTERS = 1_000;
  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

  private WorkerEnvironment() {}

  /// The part that a host gives every process.
  static Map<String, String> ofHost() {
    Map<String, String> environment = new LinkedHashMap<>();
    environment.put(
        "os", property("os.name") + " " + property("os.version") + " " + property("os.arch"));
    boot().ifPresent(id -> environment.put("boot", id));
    environment.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
    return environment;
  }

  static Map<String, String> describe(Plan plan) {
    Map<String, String> environment = ofHost();
    environment.put("jvm", property("java.vm.name") + " " + property("java.vm.version"));
    environment.put("heapMegabytes", Long.toString(Runtime.getRuntime().maxMemory() >> 20));
    environment.put("flags", flags());
    environment.put("threads", Integer.toString(plan.slice().threads()));
    environment.put("threadKind", plan.spec().threadKind().word());
    environment.put("pack", plan.spec().pack());
    environment.replaceAll(
        (_, text) -> text.substring(0, Math.min(text.length(), MOST_CHARACTERS)));
    return environment;
  }

  /// Identifies the host, and is the same for two agents on it: containers have the kernel's, too.
  private static Optional<String> boot() {
    try {
      return Optional.of(Files.readString(BOOT).strip());
    } catch (IOException _) {
      // Elsewhere than on Linux.
      return Optional.empty();
    }
  }

  private static String property(String name) {
    return System.getProperty(name, "unknown");
  }

  private static String flags() {
    return String.join(
        " ", WorkerFlags.shown(ManagementFactory.getRuntimeMXBean().getInputArguments()));
  }
}
