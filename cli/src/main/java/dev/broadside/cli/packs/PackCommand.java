package dev.broadside.cli.packs;

import dev.broadside.cli.catalogue.DescribedPack;
import dev.broadside.cli.catalogue.Listing;
import dev.broadside.cli.catalogue.LocalPack;
import dev.broadside.cli.catalogue.LocalPacks;
import dev.broadside.cli.help.HelpPage;
import dev.broadside.cli.output.Destination;
import dev.broadside.cli.output.OutputFiles;
import dev.broadside.cli.remote.Remote;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.Table;
import dev.broadside.cli.term.Table.Column;
import dev.broadside.cli.term.Terminal;
import dev.broadside.core.load.Counted;
import dev.broadside.core.pack.PackDescriptor.ClassDescriptor;
import dev.broadside.core.pack.PackKeys;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.Json;
import java.nio.file.Path;
import java.security.KeyPair;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `broadside pack`, and its commands.
@Command(
    addMethodSubcommands = false,
    name = "pack",
    description = {
      "Build, install and list packs of job classes.",
      "They are installed on the server that --server or BROADSIDE_SERVER names;"
          + " if none is named, on this host, for 'broadside run'."
    },
    synopsisSubcommandLabel = "COMMAND")
public final class PackCommand {
  private static final String REFERENCE = "NAME@VERSION, NAME for its newest, or its SHA-256.";

  private final Shell shell;

  private PackCommand(Shell shell) {
    this.shell = shell;
  }

  /// The command, with those under it in the order of help.
  public static CommandLine tree(Shell shell, HelpPage help) {
    return help.commands(new PackCommand(shell))
        .under("Commands", "build", "install", "list", "show", "download", "remove", "keygen")
        .line();
  }

  @Command(
      name = "build",
      description = {
        "Make a pack of a jar of job classes.",
        "Its job classes run here to describe themselves; the pack holds their descriptions as data."
      })
  int build(
      @Parameters(index = "0", paramLabel = "FILE", description = "Jar of job classes.") Path file,
      @Option(
              names = {"-o", "--output"},
              paramLabel = "FILE",
              description = "File to write; - for standard output. Default: NAME@VERSION.jar.")
          Optional<String> output,
      @Mixin Built built,
      @Option(names = "--json", description = "Print JSON.") boolean json)
      throws CommandException {
    built.check();
    if (output.isPresent()) {
      OutputFiles.check("--output", output.get());
    }
    Path folder = PackFiles.temporary();
    try {
      LocalPack made = built.build(file, folder.resolve("pack.jar"));
      String target = output.orElseGet(() -> made.reference() + ".jar");
      PackFiles.copy(made.file(), target, shell);
      String classes =
          String.join(", ", made.descriptor().classes().stream().map(ClassDescriptor::id).toList());
      Shell people = target.equals(Destination.STANDARD_OUTPUT) ? shell.withDataOnOut() : shell;
      people.print(
          json,
          Map.of("file", target, "pack", made.reference(), "sha256", made.sha256()),
          target + ": " + made.reference() + ", job classes " + classes);
      return ExitStatus.OK;
    } finally {
      PackFiles.delete(folder);
    }
  }

  /// What a pack is made with, and how it is called.
  static final class Built {
    @Option(
        names = "--as",
        paramLabel = "NAME@VERSION",
        description =
            "Its name and version. Default: Implementation-Title and -Version in the jar's"
                + " manifest.")
    private String called = "";

    @Option(
        names = "--lib",
        paramLabel = "FILE",
        description = "Library or JDBC driver that goes into it, or a folder of them; repeat it.")
    private List<Path> libraries = new ArrayList<>();

    @Option(
        names = "--key",
        paramLabel = "FILE",
        description = "Sign it with this private key, as 'broadside pack keygen' makes them.")
    private Optional<Path> key = Optional.empty();

    void check() throws CommandException {
      if (!called.isEmpty() && !called.matches("[^@]+@[^@]+")) {
        throw new CommandException(
            Problem.wrong("--as " + called, "it is no NAME@VERSION", "write it as transfer@1.0"));
      }
    }

    LocalPack build(Path jar, Path pack) throws CommandException {
      List<Path> jars = new ArrayList<>();
      for (Path one : libraries) {
        jars.addAll(PackFiles.jars(one));
      }
      LocalPack made = DescribedPack.build(jar, pack, called, jars);
      if (key.isPresent()) {
        PackFiles.sign(made.file(), key.get());
      }
      return made;
    }
  }

  /// The packs of the server that is named; else those of this machine.
  private InstalledPacks packs(Remote remote) throws CommandException {
    return remote.named(shell)
        ? new InstalledPacks.OfServer(remote.client(shell))
        : new InstalledPacks.OfMachine(LocalPacks.of(shell));
  }

  @Command(
      name = "install",
      description = {
        "Put a pack where jobs take their classes from.",
        "A plain jar is made a pack first: its job classes run here to describe themselves."
      })
  int install(
      @Mixin Remote remote,
      @Parameters(index = "0", paramLabel = "FILE", description = "Pack, or jar of job classes.")
          Path file)
      throws CommandException, InterruptedException {
    InstalledPacks packs = packs(remote);
    try (DescribedPack described = DescribedPack.of(file)) {
      described.warn(shell);
      JsonNode pack = packs.install(described.pack());
      String hint = "; 'broadside pack install " + file + " --server DIR' gives it to a server";
      String where = "installed " + packs.place() + (remote.named(shell) ? "" : hint);
      return remote.print(shell, pack, () -> with(PackText.details(pack), where));
    }
  }

  @Command(name = "list", description = "List the packs, the one that was installed last first.")
  int list(@Mixin Remote remote) throws CommandException, InterruptedException {
    InstalledPacks packs = packs(remote);
    JsonNode all = packs.all();
    String hint = "; 'broadside pack list --server DIR' lists those of a server";
    String where = "packs " + packs.place() + (remote.named(shell) ? "" : hint);
    return remote.print(shell, all, () -> with(PackText.table(all, shell.outTerminal()), where));
  }

  private static List<String> with(List<String> lines, String where) {
    return Stream.concat(lines.stream(), Stream.of(PlainText.line(where))).toList();
  }

  @Command(name = "show", description = "Show a pack, its job classes, and the jobs that want it.")
  int show(
      @Mixin Remote remote,
      @Parameters(index = "0", paramLabel = "PACK", description = REFERENCE) String reference)
      throws CommandException, InterruptedException {
    InstalledPacks packs = packs(remote);
    JsonNode found = packs.one(reference);
    List<ClassDescriptor> classes = packs.classes(found.path("sha256").asString(""));
    ObjectNode all = found.deepCopy().asObject();
    all.set("jobClasses", Json.mapper().valueToTree(classes));
    return remote.print(
        shell,
        all,
        () ->
            Stream.of(
                    PackText.details(found),
                    List.of(""),
                    Listing.classes(classes, shell.outTerminal()))
                .flatMap(List::stream)
                .toList());
  }

  @Command(name = "download", description = "Download a pack's file.")
  int download(
      @Mixin Remote remote,
      @Parameters(index = "0", paramLabel = "PACK", description = REFERENCE) String reference,
      @Option(
              names = {"-o", "--output"},
              paramLabel = "FILE",
              description = "File to write; - for standard output. Default: NAME@VERSION.jar.")
          Optional<String> output)
      throws CommandException, InterruptedException {
    InstalledPacks packs = packs(remote);
    JsonNode found = packs.one(reference);
    String target = output.orElseGet(() -> InstalledPacks.reference(found) + ".jar");
    packs.download(found.path("sha256").asString(""), target, shell);
    return Destination.isFile(target) ? remote.print(shell, found, target) : ExitStatus.OK;
  }

  @Command(
      name = "remove",
      description = "Remove a pack that no waiting or running job wants. Its results stay.")
  int remove(
      @Mixin Remote remote,
      @Parameters(index = "0", paramLabel = "PACK", description = REFERENCE) String reference)
      throws CommandException, InterruptedException {
    InstalledPacks packs = packs(remote);
    JsonNode gone = packs.remove(reference);
    String removed = "removed " + InstalledPacks.reference(gone) + ", which was ";
    return remote.print(shell, gone, removed + packs.place());
  }

  @Command(
      name = "keygen",
      description = {
        "Make a pair of keys for signed packs: NAME.key, which is secret, and NAME.pub.",
        "'pack build --key NAME.key' signs; 'server --pack-keys DIR' trusts the NAME.pub in DIR."
      })
  int keygen(
      @Parameters(
              index = "0",
              paramLabel = "NAME",
              description = "Name of the two files, with or without a folder.")
          Path name)
      throws CommandException {
    KeyPair pair = PackKeys.generate();
    Path secret = name.resolveSibling(name.getFileName() + ".key");
    Path open = name.resolveSibling(name.getFileName() + ".pub");
    PackFiles.writeKey(secret, PackKeys.write(pair.getPrivate()), "rw-------");
    PackFiles.writeKey(open, PackKeys.write(pair.getPublic()), "rw-r--r--");
    shell.out().println("secret: " + secret);
    shell.out().println("public: " + open);
    return ExitStatus.OK;
  }

  /// Packs as text.
  private static final class PackText {
    private static final int SHOWN_DIGITS = 12;
    private static final int FEW = 3;

    private PackText() {}

    /// All packs, one a line.
    static List<String> table(JsonNode packs, Terminal terminal) {
      Table table =
          new Table(
              Column.words("pack"),
              Column.words("job classes"),
              Column.words("installed").unlessNarrow(1),
              Column.words("sha256").unlessNarrow(2),
              Column.words("wanted by"));
      packs
          .path("packs")
          .forEach(pack ->
              table.row(
                  InstalledPacks.reference(pack),
                  few(pack.path("classes")),
                  installed(pack),
                  digest(pack),
                  Remote.joined(pack.path("wantedBy"))));
      return table.lines(terminal.columns());
    }

    /// One pack, a line for each fact.
    static List<String> details(JsonNode pack) {
      List<String> lines = new ArrayList<>();
      lines.add("pack         " + InstalledPacks.reference(pack));
      lines.add("sha256       " + pack.path("sha256").asString(""));
      lines.add("size         %,d bytes".formatted(pack.path("bytes").asLong(0)));
      lines.add("installed    " + installed(pack));
      lines.add("job classes  " + Remote.joined(pack.path("classes")));
      if (!pack.path("wantedBy").isEmpty()) {
        lines.add("wanted by    " + Remote.joined(pack.path("wantedBy")));
      }
      return lines.stream().map(PlainText::line).toList();
    }

    private static String installed(JsonNode pack) {
      String from = pack.path("from").asString("");
      String at = Remote.seconds(pack.path("installedAt"));
      return from.isEmpty() ? at : "with the " + from;
    }

    private static String digest(JsonNode pack) {
      String sha256 = pack.path("sha256").asString("");
      return sha256.substring(0, Math.min(SHOWN_DIGITS, sha256.length()));
    }

    private static String few(JsonNode texts) {
      return Counted.names(texts.valueStream().map(JsonNode::asString).toList(), FEW);
    }
  }
}
