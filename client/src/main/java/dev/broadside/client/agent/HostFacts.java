package dev.broadside.client.agent;

import com.sun.management.OperatingSystemMXBean;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.wire.Message;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/// What an agent tells about its host when it greets the server.
final class HostFacts {
  private static final int MAX_FACT = 200;

  private HostFacts() {}

  /// `os`, `cores`, `memoryBytes`, `jvm`, `hostname`, [Message#BOOT], [Message#JOBS].
  ///
  /// @param jobs how many the agent has at once
  static Map<String, String> read(int jobs) {
    Map<String, String> facts = new TreeMap<>();
    facts.put("os", clean(System.getProperty("os.name") + " " + System.getProperty("os.arch")));
    facts.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
    facts.put("memoryBytes", Long.toString(memoryBytes()));
    facts.put("jvm", clean(System.getProperty("java.vm.name") + " " + Runtime.version()));
    facts.put("hostname", clean(hostname()));
    facts.put(Message.JOBS, Integer.toString(jobs));
    boot().ifPresent(boot -> facts.put(Message.BOOT, boot));
    return facts;
  }

  /// Of Linux; elsewhere the host's name has to do.
  private static Optional<String> boot() {
    try {
      String boot = clean(Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip());
      return boot.isEmpty() ? Optional.empty() : Optional.of(boot);
    } catch (IOException _) {
      return Optional.empty();
    }
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
