package dev.broadside.cli.serve;

import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.input.Filing;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Secret;
import dev.broadside.core.param.Spans;
import dev.broadside.server.ServerConfig;
import dev.broadside.server.upkeep.FolderRule;
import dev.broadside.server.upkeep.KeepRules;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/// The options that say where a server keeps results, how much of them, and for how long.
final class StorageOptions {
  private static final String REWRITES = "reWriteBatchedInserts";
  private static final String FOLDERS = "--keep-folder";
  private static final String FOREVER = "forever";
  private static final Pattern SIZE = Pattern.compile("(\\d{1,9})\\s*([MGT])i?B?");

  @Option(
      names = "--store",
      paramLabel = "URL",
      description =
          "PostgreSQL database for results, jdbc:postgresql://... Default: a file in the data folder.")
  private Optional<String> url = Optional.empty();

  @Option(
      names = "--store-user",
      paramLabel = "USER",
      description = "User of that database. Default: broadside.")
  private Optional<String> user = Optional.empty();

  @Option(
      names = "--store-password-env",
      paramLabel = "VARIABLE",
      description = "Variable with that user's password.")
  private Optional<String> passwordVariable = Optional.empty();

  @Option(
      names = "--store-password-file",
      paramLabel = "FILE",
      description = "File with that user's password.")
  private Optional<Path> passwordFile = Optional.empty();

  @Option(
      names = "--keep-1s",
      paramLabel = "SPAN",
      defaultValue = "24h",
      description =
          "How long intervals are kept as they are, counted back from a run's newest one; older ones"
              + " are added up to 10 s. Default: ${DEFAULT-VALUE}.")
  private String fine = "24h";

  @Option(
      names = "--keep-10s",
      paramLabel = "SPAN",
      defaultValue = "7d",
      description =
          "How long those of 10 s are kept, counted likewise; older ones are added up to 60 s."
              + " Default: ${DEFAULT-VALUE}.")
  private String middle = "7d";

  @Option(
      names = "--keep-jobs",
      paramLabel = "SPAN",
      description = "Delete jobs that ended longer ago. Default: never.")
  private Optional<String> jobs = Optional.empty();

  @Option(
      names = "--keep-size",
      paramLabel = "SIZE",
      description =
          "Delete the oldest ended jobs while results take more than this, such as 50GB. Default:"
              + " never.")
  private Optional<String> size = Optional.empty();

  @Option(
      names = FOLDERS,
      paramLabel = "FOLDER=RULE",
      description =
          "How long and how much to keep of the jobs in a folder and its subfolders, in place of"
              + " --keep-jobs and --keep-size: a span, a size, both as 30d,20GB, or forever. Repeat"
              + " it for several folders.")
  private List<String> folders = List.of();

  @Option(
      names = "--free-space",
      paramLabel = "SIZE",
      defaultValue = "1GB",
      description = "Warn when less is free on the disk. Default: ${DEFAULT-VALUE}.")
  private String free = "1GB";

  ServerConfig applyTo(ServerConfig config, Shell shell) throws CommandException {
    return kept(stored(config, shell));
  }

  private ServerConfig stored(ServerConfig config, Shell shell) throws CommandException {
    if (url.isEmpty()) {
      refuseWithoutStore("--store-user", user.isPresent());
      refuseWithoutStore("--store-password-env", passwordVariable.isPresent());
      refuseWithoutStore("--store-password-file", passwordFile.isPresent());
      return config;
    }
    if (!url.get().startsWith("jdbc:postgresql:") || url.get().contains("password=")) {
      throw wrong(
          "--store",
          "it is not the URL of a PostgreSQL database without a password in it",
          "give jdbc:postgresql://HOST:PORT/DATABASE, and the password by --store-password-file");
    }
    if (url.get().contains(REWRITES)) {
      throw wrong(
          "--store",
          "with "
              + REWRITES
              + " the database's driver does not tell how many rows a statement has changed",
          "leave it out of the URL");
    }
    ServerConfig.Store store =
        new ServerConfig.Store.Postgres(url.get(), user.orElse("broadside"), password(shell));
    return config.storedIn(store);
  }

  /// Without its URL the results would go to a file instead of the database.
  private static void refuseWithoutStore(String option, boolean given) throws CommandException {
    if (given) {
      throw wrong(
          option,
          "it is for a database that --store names, and none is named",
          "add --store, or leave it out");
    }
  }

  private Secret password(Shell shell) throws CommandException {
    if (passwordVariable.isPresent()) {
      return new Secret(shell.secretFromVariable("--store-password-env", passwordVariable.get()));
    }
    return passwordFile.isPresent()
        ? new Secret(Shell.secretFromFile("--store-password-file", passwordFile.get()))
        : new Secret("");
  }

  private ServerConfig kept(ServerConfig config) throws CommandException {
    boolean sized = size.isPresent();
    if (sized && config.store() instanceof ServerConfig.Store.Postgres) {
      throw wrong(
          "--keep-size",
          "the server does not know how large PostgreSQL's files are",
          "use --keep-jobs");
    }
    KeepRules rules =
        new KeepRules(
            span("--keep-1s", fine),
            span("--keep-10s", middle),
            jobs.isPresent() ? Optional.of(span("--keep-jobs", jobs.get())) : Optional.empty(),
            sized ? Optional.of(bytes("--keep-size", size.get())) : Optional.empty(),
            bytes("--free-space", free),
            folderRules());
    if (rules.middle().compareTo(rules.fine()) < 0) {
      throw wrong("--keep-10s", "it is less than --keep-1s", "give at least as much");
    }
    return config.keeping(rules);
  }

  private List<FolderRule> folderRules() throws CommandException {
    List<FolderRule> rules = new ArrayList<>();
    for (String text : folders) {
      FolderRule rule = folderRule(text);
      if (rules.stream().anyMatch(one -> one.folder().equals(rule.folder()))) {
        throw wrong(FOLDERS, "folder " + rule.folder() + " has two rules", "give it one");
      }
      rules.add(rule);
    }
    return rules;
  }

  private static FolderRule folderRule(String text) throws CommandException {
    // The name may have one, too.
    String[] sides = text.split("=(?=[^=]*$)", 2);
    if (sides.length < 2 || sides[0].isEmpty() || !Filing.isFolder(sides[0])) {
      throw wrong(FOLDERS, "'" + text + "' names no folder", "write it as nightly/mysql=30d");
    }
    Optional<Duration> age = Optional.empty();
    Optional<Long> size = Optional.empty();
    for (String word : sides[1].equals(FOREVER) ? new String[0] : sides[1].split(",", -1)) {
      boolean sized = SIZE.matcher(word.strip().toUpperCase(Locale.ROOT)).matches();
      if (sized ? size.isPresent() : age.isPresent()) {
        throw wrong(
            FOLDERS, "'" + text + "' has two spans or two sizes", "give a span, a size or both");
      }
      if (sized) {
        size = Optional.of(bytes(FOLDERS, word));
      } else {
        age = Optional.of(span(FOLDERS, word));
      }
    }
    return new FolderRule(sides[0], age, size);
  }

  private static Duration span(String option, String text) throws CommandException {
    Optional<Duration> span = Spans.parse(text);
    if (span.isEmpty()) {
      throw wrong(option, "'" + text + "' is no span of time", "write it as 12h or 30d");
    }
    return span.get();
  }

  private static long bytes(String option, String text) throws CommandException {
    Matcher size = SIZE.matcher(text.strip().toUpperCase(Locale.ROOT));
    if (!size.matches()) {
      throw wrong(option, "'" + text + "' is no size", "write it as 500MB, 50GB or 2TB");
    }
    int shift =
        switch (size.group(2)) {
          case "M" -> 20;
          case "G" -> 30;
          default -> 40;
        };
    return Long.parseLong(size.group(1)) << shift;
  }

  private static CommandException wrong(String where, String what, String mend) {
    return new CommandException(Problem.wrong(where, what, mend));
  }
}
