package dev.broadside.client.agent;

import com.sun.management.OperatingSystemMXBean;
import dev.broadside.core.param.PlainText;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.Objects;

/// What an agent tells about its host when it greets the server.
final class HostFacts {
  private static final int MAX_FACT = 200;

  private HostFacts() {}

  /// `os`, `cores`, `memoryBytes`, `jvm`, `hostname`.
  static Map<String, String> read() {
    return Map.of(
        "os",
        clean(System.getProperty("os.name") + " " + System.getProperty("os.arch")),
        "cores",
        Integer.toString(Runtime.getRuntime().availableProcessors()),
        "memoryBytes",
        Long.toString(memoryBytes()),
        "jvm",
        clean(System.getProperty("java.vm.name") + " " + Runtime.version()),
        "hostname",
        clean(hostname()));
  }

  private static long memoryBytes() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
        ? system.getTotalMemorySize()
        : -1;
  }

  private static String hostname() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      // A host whose own name does not resolve says so in the message: "NAME: ...".
      return Objects.requireNonNullElse(e.getMessage(), "unknown").split(":", 2)[0];
    }
  }

  private static String clean(String text) {
    return PlainText.lines(text, MAX_FACT);
  }
}
