package dev.broadside.client.watch;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;

/// Reads the texts of procfs as rows of numbers, with the fields that [HostPart] names. Pure,
/// except [#text(String)]. A line of an unexpected form is left out, so that another version of the
/// kernel costs that figure and no others. No more than [#LONGEST] characters of a text are read.
/// The texts are read once in every interval, under a load that leaves neither compiled code nor
/// warm caches for it. So words are cut by hand, and lines that are not needed are not cut: with
/// regular expressions, this took a third of the time of sealing an interval.
final class Procfs {
  /// With a thousand processors, `/proc/stat` has a fifth of this.
  private static final int LONGEST = 1 << 20;

  private static final int MOST_FIELDS = 32;
  private static final int MOST_DIGITS = 18;
  private static final int MOST_CORE_DIGITS = 5;
  private static final String CPU = "cpu";

  /// The lines of `/proc/stat` with a single number that is needed begin with these words.
  private static final List<String> COUNTERS = List.of("ctxt ", "procs_", "processes ");

  private static final Set<String> SIZES =
      Set.of(
          "MemTotal",
          "MemAvailable",
          "Cached",
          "Buffers",
          "SReclaimable",
          "SwapTotal",
          "SwapFree",
          "Dirty");

  /// Devices that are not disks: they have no data of their own, or that of a file or of memory.
  private static final Pattern NO_DISK = Pattern.compile("(loop|ram|zram|fd|sr)[0-9]+");

  private static final Pattern NOT_IN_NAMES = Pattern.compile("[^A-Za-z0-9._:@-]");
  private static final int CPU_FIELDS = 8;
  private static final int DISK_FIELDS = 11;
  private static final int NET_FIELDS = 16;

  private Procfs() {}

  /// The text of a file that the kernel makes, by its whole path. Empty if it cannot be read: then
  /// the figures are unknown, and results show them so.
  static String text(String file) {
    try (FileInputStream in = new FileInputStream(file)) {
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    } catch (IOException _) {
      return "";
    }
  }

  /// Reads all rows.
  ///
  /// @param file the text of a file by its path below `/proc`; empty if it cannot be read
  static Map<HostRow, long[]> read(Function<String, String> file) {
    Map<HostRow, long[]> rows = new LinkedHashMap<>();
    stat(stat(file.apply("stat")), file.apply("loadavg"), rows);
    memory(file.apply("meminfo"), rows);
    disks(file.apply("diskstats"), rows);
    network(file.apply("net/dev"), rows);
    return rows;
  }

  /// The text of `/proc/stat`.
  ///
  /// @param processors the times of all processors together, and of each, in ticks
  /// @param counters the single numbers, of [#COUNTERS]
  record Stat(Map<HostRow, long[]> processors, Map<String, Long> counters) {
    /// A single number; 0 if the kernel does not report it.
    long counter(String name) {
      return counters.getOrDefault(name, 0L);
    }
  }

  static Stat stat(String text) {
    Map<HostRow, long[]> processors = new LinkedHashMap<>();
    Map<String, Long> counters = new TreeMap<>();
    for (String line : lines(text)) {
      if (line.startsWith(CPU)) {
        processor(words(line), processors);
      } else if (COUNTERS.stream().anyMatch(line::startsWith)) {
        String[] words = words(line);
        if (words.length == 2 && number(words[1])) {
          counters.put(words[0], Long.parseLong(words[1]));
        }
      }
    }
    return new Stat(processors, counters);
  }

  private static void processor(String[] words, Map<HostRow, long[]> processors) {
    String core = words[0].substring(CPU.length());
    if (core.isEmpty() || digits(core, MOST_CORE_DIGITS)) {
      HostPart part = core.isEmpty() ? HostPart.CPU : HostPart.CORE;
      numbers(words, 1, CPU_FIELDS).ifPresent(row -> processors.put(new HostRow(part, core), row));
    }
  }

  private static void stat(Stat stat, String loadavg, Map<HostRow, long[]> rows) {
    rows.putAll(stat.processors());
    Optional<Long> load = hundredths(words(loadavg)[0]);
    if (stat.counter("ctxt") > 0 && load.isPresent()) {
      long[] tasks = {
        stat.counter("ctxt"),
        // The thread that reads this is running, too.
        Math.max(0, stat.counter("procs_running") - 1),
        stat.counter("procs_blocked"),
        stat.counter("processes"),
        load.get()
      };
      rows.put(new HostRow(HostPart.TASKS, ""), tasks);
    }
  }

  private static Optional<Long> hundredths(String load) {
    int point = load.length() - 3;
    return point > 0
            && load.charAt(point) == '.'
            && digits(load.substring(0, point), 9)
            && digits(load.substring(point + 1), 2)
        ? Optional.of(Long.parseLong(load.substring(0, point) + load.substring(point + 1)))
        : Optional.empty();
  }

  private static void memory(String meminfo, Map<HostRow, long[]> rows) {
    Map<String, Long> sizes = new TreeMap<>();
    for (String line : lines(meminfo)) {
      int colon = line.indexOf(':');
      if (colon > 0 && SIZES.contains(line.substring(0, colon))) {
        String[] words = words(line.substring(colon + 1));
        if (number(words[0])) {
          sizes.put(line.substring(0, colon), Long.parseLong(words[0]));
        }
      }
    }
    Function<String, Long> size = name -> sizes.getOrDefault(name, 0L);
    long[] memory = {
      size.apply("MemTotal"),
      size.apply("MemAvailable"),
      size.apply("Cached") + size.apply("Buffers") + size.apply("SReclaimable"),
      size.apply("SwapTotal"),
      Math.min(size.apply("SwapTotal"), size.apply("SwapFree")),
      size.apply("Dirty")
    };
    if (memory[1] > 0 && memory[1] <= memory[0]) {
      rows.put(new HostRow(HostPart.MEMORY, ""), memory);
    }
  }

  /// Whole disks, and volumes made of disks, that have been used.
  private static void disks(String diskstats, Map<HostRow, long[]> rows) {
    Map<String, long[]> all = new LinkedHashMap<>();
    for (String line : lines(diskstats)) {
      String[] words = words(line);
      if (words.length > 3 && !NO_DISK.matcher(words[2]).matches()) {
        numbers(words, 3, DISK_FIELDS).ifPresent(row -> all.put(words[2], row));
      }
    }
    all.forEach((name, row) -> {
      if (!isPartition(name, all.keySet()) && row[0] + row[4] > 0) {
        rows.put(new HostRow(HostPart.DISK, name(name)), row);
      }
    });
  }

  /// Whether a name is that of a partition, as `sda1` of `sda`, and `nvme0n1p1` of `nvme0n1`: the
  /// kernel puts a `p` after a name that ends in a digit.
  private static boolean isPartition(String name, Set<String> all) {
    int end = name.length();
    while (end > 0 && digit(name.charAt(end - 1))) {
      end--;
    }
    if (end == name.length()) {
      return false;
    }
    boolean behindDigit = end > 1 && name.charAt(end - 1) == 'p' && digit(name.charAt(end - 2));
    return all.contains(name.substring(0, behindDigit ? end - 1 : end));
  }

  /// Interfaces that have carried traffic.
  private static void network(String dev, Map<HostRow, long[]> rows) {
    for (String line : lines(dev)) {
      int colon = line.lastIndexOf(':');
      if (colon > 0) {
        String[] words = words(line.substring(colon + 1));
        numbers(words, 0, NET_FIELDS)
            .filter(row -> row[0] + row[8] > 0)
            .ifPresent(row ->
                rows.put(new HostRow(HostPart.NETWORK, name(line.substring(0, colon))), row));
      }
    }
  }

  private static List<String> lines(String text) {
    return text.substring(0, Math.min(LONGEST, text.length())).lines().toList();
  }

  /// The words of a line: at least one, which may be empty.
  private static String[] words(String line) {
    StringTokenizer rest = new StringTokenizer(line);
    String[] words = new String[Math.max(1, rest.countTokens())];
    words[0] = "";
    for (int i = 0; rest.hasMoreTokens(); i++) {
      words[i] = rest.nextToken();
    }
    return words;
  }

  /// Whether it is a number of at least 0 that fits into a long.
  private static boolean number(String word) {
    return digits(word, MOST_DIGITS);
  }

  private static boolean digits(String word, int most) {
    for (int i = 0; i < word.length(); i++) {
      if (!digit(word.charAt(i))) {
        return false;
      }
    }
    return !word.isEmpty() && word.length() <= most;
  }

  private static boolean digit(char letter) {
    return letter >= '0' && letter <= '9';
  }

  /// The numbers from one word on; empty if there are fewer than expected.
  private static Optional<long[]> numbers(String[] words, int from, int least) {
    long[] numbers = new long[Math.min(MOST_FIELDS, words.length - from)];
    for (int i = 0; i < numbers.length; i++) {
      if (!number(words[from + i])) {
        return Optional.empty();
      }
      numbers[i] = Long.parseLong(words[from + i]);
    }
    return numbers.length < least ? Optional.empty() : Optional.of(numbers);
  }

  /// A device's name, made safe for results.
  private static String name(String device) {
    String name = NOT_IN_NAMES.matcher(device.strip()).replaceAll("_");
    return name.substring(0, Math.min(40, name.length()));
  }
}
