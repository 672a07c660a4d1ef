package dev.broadside.system.harness;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Several hosts on one machine: network namespaces with an address each, joined by a bridge in one
/// more.
///
/// Nothing leaves them: the namespaces have no route to anywhere else. Needs Linux, root and
/// iproute2; without them the test reports that it was not run.
///
/// ```
///   ns server 198.18.x.1   ns a1 .2   ns a2 .3   ...
///         \                  |         /
///          +-------- bridge in ns net ---------+
/// ```
public final class Hosts implements AutoCloseable {
  /// Addresses set aside for benchmarks between networks (RFC 2544): they are nobody's.
  private static final String NETWORK = "198.18.77.";

  private final String prefix = "bs" + ProcessHandle.current().pid();
  private final Map<String, String> addresses = new TreeMap<>();
  private final Map<String, String> ports = new TreeMap<>();

  private Hosts() {}

  /// Makes hosts of the given names.
  public static Hosts create(String... names) {
    if (!"root".equals(System.getProperty("user.name")) || !canMakeNamespaces()) {
      throw NotRun.because(
          "what is tested on several hosts needs root, iproute2 and network namespaces with a bridge");
    }
    Hosts hosts = new Hosts();
    try {
      hosts.make(names);
      return hosts;
    } catch (RuntimeException e) {
      hosts.close();
      throw e;
    }
  }

  private static boolean canMakeNamespaces() {
    String probe = "bsprobe" + ProcessHandle.current().pid();
    if (run("ip", "netns", "add", probe) != 0) {
      return false;
    }
    boolean linked =
        run("ip", "-n", probe, "link", "add", "br0", "type", "bridge") == 0
            && run("ip", "-n", probe, "link", "add", "p0", "type", "veth", "peer", "name", "p1")
                == 0;
    return run("ip", "netns", "del", probe) == 0 && linked;
  }

  private void make(String... names) {
    must("ip", "netns", "add", namespace("net"));
    must("ip", "-n", namespace("net"), "link", "add", "br0", "type", "bridge");
    must("ip", "-n", namespace("net"), "link", "set", "br0", "up");
    int number = 1;
    for (String name : names) {
      String namespace = namespace(name);
      String address = NETWORK + number;
      String port = "p" + number++;
      addresses.put(name, address);
      ports.put(name, port);
      must("ip", "netns", "add", namespace);
      must("ip", "-n", namespace, "link", "set", "lo", "up");
      must(
          "ip",
          "-n",
          namespace,
          "link",
          "add",
          "eth0",
          "type",
          "veth",
          "peer",
          "name",
          port,
          "netns",
          namespace("net"));
      must("ip", "-n", namespace, "addr", "add", address + "/24", "dev", "eth0");
      must("ip", "-n", namespace, "link", "set", "eth0", "up");
      must("ip", "-n", namespace("net"), "link", "set", port, "master", "br0");
      must("ip", "-n", namespace("net"), "link", "set", port, "up");
    }
  }

  private String namespace(String name) {
    return prefix + name;
  }

  public String address(String name) {
    return addresses.get(name);
  }

  /// What to put before a command so that it runs on a host.
  public List<String> on(String name) {
    return List.of("ip", "netns", "exec", namespace(name));
  }

  /// Pulls a host's cable, or puts it back.
  public void plug(String name, boolean in) {
    must("ip", "-n", namespace("net"), "link", "set", ports.get(name), in ? "up" : "down");
  }

  /// Loses everything that one host sends to another, in that direction only, until it is told
  /// otherwise.
  public void lose(String from, String to, boolean lost) {
    String address = addresses.get(to) + "/32";
    must("ip", "-n", namespace(from), "route", lost ? "add" : "del", "blackhole", address);
  }

  /// Resets every connection of a host.
  public void reset(String name) {
    must("ip", "netns", "exec", namespace(name), "ss", "-K", "dst", NETWORK + "0/24");
  }

  /// A host's connections to others, as text.
  public String connections(String name) {
    List<String> words = new ArrayList<>(on(name));
    words.addAll(List.of("ss", "-Htn", "state", "established", "dst", NETWORK + "0/24"));
    return execute(words)
        .output()
        .lines()
        .map(line -> line.replaceAll("^\\S+\\s+\\S+\\s+", "").strip())
        .collect(Collectors.joining("\n"));
  }

  /// Makes what a host sends and what it is sent as slow as that, from now on.
  public void slow(String name, String rate) {
    String[] tbf = {"root", "tbf", "rate", rate, "burst", "4kb", "latency", "500ms"};
    must(joined(List.of("tc", "-n", namespace(name), "qdisc", "add", "dev", "eth0"), tbf));
    must(
        joined(List.of("tc", "-n", namespace("net"), "qdisc", "add", "dev", ports.get(name)), tbf));
  }

  private static String[] joined(List<String> words, String... more) {
    return Stream.concat(words.stream(), Stream.of(more)).toArray(String[]::new);
  }

  /// Says something to a port from a host, unencrypted, and returns what came back until the other
  /// side closed.
  ///
  /// @param text as `printf` takes it
  public String talk(String from, String address, String port, String text) {
    String script = "exec 3<>/dev/tcp/$0/$1 && printf \"$2\" >&3 && timeout 20 cat <&3";
    List<String> words = new ArrayList<>(on(from));
    words.addAll(List.of("bash", "-c", script, address, port, text));
    return execute(words).output();
  }

  /// What a program gave.
  private record Ended(int status, String output) {}

  private static void must(String... words) {
    int status = run(words);
    if (status != 0) {
      throw new IllegalStateException(String.join(" ", words) + " ended with status " + status);
    }
  }

  private static int run(String... words) {
    Ended ended = execute(List.of(words));
    if (ended.status() != 0) {
      System.err.println(String.join(" ", words) + ": " + ended.output().strip());
    }
    return ended.status();
  }

  private static Ended execute(List<String> words) {
    try {
      Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
      byte[] output = process.getInputStream().readAllBytes();
      return new Ended(process.waitFor(), new String(output, StandardCharsets.UTF_8));
    } catch (IOException e) {
      return new Ended(127, e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    List<String> names = new ArrayList<>(addresses.keySet());
    names.add("net");
    names.forEach(name -> run("ip", "netns", "del", namespace(name)));
  }
}
