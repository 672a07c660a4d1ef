package dev.broadside.cli.serve;

import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Secret;
import dev.broadside.server.ServerConfig;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The options that say where a server keeps results.
final class StoreOptions {
  private static final String REWRITES = "reWriteBatchedInserts";

  @Option(
      names = "--store",
      paramLabel = "URL",
      description =
          "PostgreSQL database for results, jdbc:postgresql://... Default: a file in the data folder.")
  private Optional<String> url = Optional.empty();

  @Option(names = "--store-user", paramLabel = "USER", description = "Its user.")
  private Optional<String> user = Optional.empty();

  @Option(
      names = "--store-password-env",
      paramLabel = "VARIABLE",
      description = "Variable with its password.")
  private Optional<String> passwordVariable = Optional.empty();

  @Option(
      names = "--store-password-file",
      paramLabel = "FILE",
      description = "File with its password.")
  private Optional<Path> passwordFile = Optional.empty();

  ServerConfig applyTo(ServerConfig config, Shell shell) throws CommandException {
    if (url.isEmpty()) {
      refuseWithoutStore("--store-user", user.isPresent());
      refuseWithoutStore("--store-password-env", passwordVariable.isPresent());
      refuseWithoutStore("--store-password-file", passwordFile.isPresent());
      return config;
    }
    if (!url.get().startsWith("jdbc:postgresql:") || url.get().contains("password=")) {
      throw new CommandException(
          Problem.wrong(
              "--store",
              "it is not the URL of a PostgreSQL database without a password in it",
              "give jdbc:postgresql://HOST:PORT/DATABASE, and the password by --store-password-file"));
    }
    if (url.get().contains(REWRITES)) {
      throw new CommandException(
          Problem.wrong(
              "--store",
              "with "
                  + REWRITES
                  + " the database's driver does not tell how many rows a statement has changed",
              "leave it out of the URL"));
    }
    ServerConfig.Store store =
        new ServerConfig.Store.Postgres(url.get(), user.orElse("broadside"), password(shell));
    return config.storedIn(store);
  }

  /// Whoever mistyped the database's URL away would have his results in a file.
  private static void refuseWithoutStore(String option, boolean given) throws CommandException {
    if (given) {
      throw new CommandException(
          Problem.wrong(
              option,
              "it is for a database that --store names, and none is named",
              "add --store, or leave it out"));
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
}
