package dev.broadside.cli.remote;

import dev.broadside.cli.help.Heading;
import dev.broadside.cli.process.Folders;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.client.agent.Invitation;
import dev.broadside.client.link.AuthorityPin;
import dev.broadside.client.link.PinnedTrust;
import dev.broadside.client.link.ServerAddress;
import dev.broadside.core.param.Parsed;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Secret;
import dev.broadside.core.sentence.FileCause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options of every command that talks to a server: where it is, and how both prove who they
/// are.
public class ServerOptions {
  /// The port of a server that was given no other.
  public static final int PORT = 8080;

  private static final String JOIN = "join";

  @Mixin private Address address = new Address();

  @Option(
      names = "--token-file",
      descriptionKey = Heading.SERVER,
      paramLabel = "FILE",
      description =
          "File with the admin token. Default: the token in BROADSIDE_TOKEN, or the one in the data"
              + " folder of a server on this host.")
  private Optional<Path> tokenFile = Optional.empty();

  /// Where a server is, and which authority its certificate comes from.
  public static final class Address {
    @Option(
        names = "--server",
        descriptionKey = Heading.SERVER,
        paramLabel = "URL|DIR",
        description =
            "The server, or the data folder of one on this host. Default: BROADSIDE_SERVER, or the"
                + " server that you run here; 'jobs', 'pack' and 'replay' ask a server only where one"
                + " is named.")
    private Optional<String> server = Optional.empty();

    @Option(
        names = "--ca",
        descriptionKey = Heading.SERVER,
        paramLabel = "sha256:HEX",
        description =
            "Fingerprint of the authority that the server's certificate comes from. Default:"
                + " BROADSIDE_CA, or what its data folder says.")
    private Optional<String> authority = Optional.empty();

    /// The address that the option or the environment names; empty if they name a data folder, or
    /// nothing.
    public Optional<ServerAddress> address(Shell shell) throws CommandException {
      Optional<String> text = named(shell);
      return text.isEmpty() || folder(shell).isPresent()
          ? Optional.empty()
          : Optional.of(value(ServerAddress.parse(text.get())));
    }

    /// The data folder that they name instead, which its server may be about to make.
    public Optional<Path> folder(Shell shell) {
      return named(shell)
          .filter(text -> !text.contains("://") && !text.matches("[^/]+:\\d+/?"))
          .map(text -> Path.of(text).toAbsolutePath().normalize());
    }

    private Optional<String> named(Shell shell) {
      return server.or(() -> shell.variable("BROADSIDE_SERVER"));
    }

    /// The authority that the option or the environment names.
    public Optional<AuthorityPin> authority(Shell shell) throws CommandException {
      Optional<String> text = authority.or(() -> shell.variable("BROADSIDE_CA"));
      return text.isEmpty() ? Optional.empty() : Optional.of(value(AuthorityPin.parse(text.get())));
    }
  }

  /// The data folder of a server that was given no other.
  public static Path usualFolder(Shell shell) {
    return Folders.of(shell.environment()).state().resolve("server");
  }

  /// Whether an option or the environment names a server.
  public boolean named(Shell shell) {
    return address.named(shell).isPresent();
  }

  /// A client of the server that the options and the environment name, else of the one that this
  /// user runs on this host.
  public ServerClient client(Shell shell) throws CommandException {
    Optional<ServerAddress> named = address.address(shell);
    return named.isPresent()
        ? client(shell, named.get())
        : here(address.folder(shell).orElseGet(() -> usualFolder(shell)), tokenFile);
  }

  /// A client of the server whose page has this address; the options and the environment say the
  /// rest.
  public ServerClient client(Shell shell, String url) throws CommandException {
    return client(shell, value(ServerAddress.parse(url.replaceFirst("^http:", "https:"))));
  }

  private ServerClient client(Shell shell, ServerAddress server) throws CommandException {
    Optional<AuthorityPin> authority = address.authority(shell);
    if (authority.isPresent()) {
      String named = " --server " + server + " --ca " + authority.get() + option(tokenFile);
      return new ServerClient(server, new PinnedTrust(authority.get()), token(shell), named);
    }
    Path folder = address.folder(shell).orElseGet(() -> usualFolder(shell));
    if (isHere(server, folder)) {
      return here(folder, tokenFile);
    }
    throw new CommandException(
        Problem.wrong(
            "server " + server,
            "nothing says which authority to trust",
            "give --ca sha256:HEX or BROADSIDE_CA, as the server printed it, or on its host its data"
                + " folder by --server DIR"));
  }

  private static boolean isHere(ServerAddress server, Path folder) throws CommandException {
    Path join = folder.resolve(JOIN);
    return Files.isReadable(join) && invitation(join).server().equals(Optional.of(server));
  }

  /// A client of the server that runs on this host with a data folder, as its own user.
  ///
  /// @param tokenFile the token's file, if it is not in that folder
  public static ServerClient here(Path folder, Optional<Path> tokenFile) throws CommandException {
    Path join = folder.resolve(JOIN);
    if (Files.notExists(join)) {
      throw new CommandException(
          Problem.unreachable(
              "server",
              "none runs with the data folder " + folder,
              "start one with 'broadside server', or name another with --server or"
                  + " BROADSIDE_SERVER"));
    }
    Invitation server = invitation(join);
    ServerAddress address = server.server().orElseThrow(() -> notOurs(join, "it names no server"));
    AuthorityPin authority =
        server.authority().orElseThrow(() -> notOurs(join, "it names no authority"));
    Secret token =
        tokenFile.isPresent()
            ? oneLine("--token-file", tokenFile.get())
            : oneLine("file", folder.resolve("admin-token"));
    String named = " --server " + folder + option(tokenFile);
    return new ServerClient(address, new PinnedTrust(authority), Optional.of(token), named);
  }

  private static String option(Optional<Path> tokenFile) {
    return tokenFile.map(file -> " --token-file " + file).orElse("");
  }

  private static Invitation invitation(Path join) throws CommandException {
    try {
      return Invitation.parse(Files.readString(join));
    } catch (IOException e) {
      throw notOurs(join, "it cannot be read (" + FileCause.of(e) + ")");
    }
  }

  private static CommandException notOurs(Path join, String what) {
    return new CommandException(
        Problem.wrong(
            "file " + join,
            what,
            "run this as the server's own user, or give --server, --ca and --token-file"));
  }

  private Optional<Secret> token(Shell shell) throws CommandException {
    if (tokenFile.isPresent()) {
      return Optional.of(oneLine("--token-file", tokenFile.get()));
    }
    String variable = "BROADSIDE_TOKEN";
    Optional<String> text = shell.variable(variable);
    return text.isEmpty() ? Optional.empty() : Optional.of(token(variable, text.get()));
  }

  private static Secret oneLine(String option, Path file) throws CommandException {
    return token(option + " " + file, Shell.secretFromFile(option, file));
  }

  /// The token goes into a header, whose errors would show anything else.
  private static Secret token(String where, String text) throws CommandException {
    String token = text.replaceFirst("\\R\\z", "");
    if (!token.matches("[\\x21-\\x7e]+")) {
      throw new CommandException(
          Problem.wrong(
              where,
              token.isEmpty()
                  ? "it is empty"
                  : token.matches("(?s).*\\R.*")
                      ? "it has a line break, and a token is one line"
                      : "it has a character that no token has, such as a space",
              "give what stands in the file admin-token of the server's data folder"));
    }
    return new Secret(token);
  }

  private static <T> T value(Parsed<T> parsed) throws CommandException {
    return switch (parsed) {
      case Parsed.Value<T>(T value) -> value;
      case Parsed.Wrong<T>(Problem problem) -> throw new CommandException(problem);
    };
  }
}
