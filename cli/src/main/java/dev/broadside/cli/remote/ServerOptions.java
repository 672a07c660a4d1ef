package dev.broadside.cli.remote;

import dev.broadside.cli.help.Heading;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.client.link.AuthorityPin;
import dev.broadside.client.link.PinnedTrust;
import dev.broadside.client.link.ServerAddress;
import dev.broadside.core.param.Parsed;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Secret;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options of every command that talks to a server: where it is, and how both prove who they
/// are.
public final class ServerOptions {
  /// Where a server listens unless it is told otherwise.
  public static final int PORT = 8080;

  @Mixin private Address address = new Address();

  @Option(
      names = "--token-file",
      descriptionKey = Heading.SERVER,
      paramLabel = "FILE",
      description = "File with the admin token. Default: the token in BROADSIDE_TOKEN.")
  private Optional<Path> tokenFile = Optional.empty();

  /// Where a server is, and which authority its certificate comes from.
  public static final class Address {
    @Option(
        names = "--server",
        descriptionKey = Heading.SERVER,
        paramLabel = "URL",
        description = "The server. Default: BROADSIDE_SERVER, or http://127.0.0.1:" + PORT + ".")
    private Optional<String> server = Optional.empty();

    @Option(
        names = "--ca",
        descriptionKey = Heading.SERVER,
        paramLabel = "sha256:HEX",
        description =
            "Fingerprint of the authority that the server's certificate comes from. Default:"
                + " BROADSIDE_CA.")
    private Optional<String> authority = Optional.empty();

    /// The server that the option or the environment names; else one on this host.
    public ServerAddress address(Shell shell) throws CommandException {
      return address(shell, Optional.empty());
    }

    /// The server that the option or the environment names.
    ///
    /// @param usual where they name none
    public ServerAddress address(Shell shell, Optional<ServerAddress> usual)
        throws CommandException {
      Optional<String> text = named(shell);
      return text.isEmpty() && usual.isPresent()
          ? usual.get()
          : value(ServerAddress.parse(text.orElse("http://127.0.0.1:" + PORT)));
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

  /// Whether an option or the environment names a server.
  public boolean named(Shell shell) {
    return address.named(shell).isPresent();
  }

  /// A client of the server that the options and the environment name.
  public ServerClient client(Shell shell) throws CommandException {
    return client(shell, address.address(shell));
  }

  /// A client of the server at an address; the options and the environment say the rest.
  public ServerClient client(Shell shell, String url) throws CommandException {
    return client(shell, value(ServerAddress.parse(url)));
  }

  private ServerClient client(Shell shell, ServerAddress server) throws CommandException {
    Optional<AuthorityPin> authority = address.authority(shell);
    if (server.tls() && authority.isEmpty()) {
      throw new CommandException(
          Problem.wrong(
              "server " + server,
              "nothing says which authority to trust",
              "give --ca sha256:HEX or BROADSIDE_CA, as the server printed it"));
    }
    Optional<PinnedTrust> trust = authority.filter(_ -> server.tls()).map(PinnedTrust::new);
    return new ServerClient(server, trust, token(shell));
  }

  private Optional<Secret> token(Shell shell) throws CommandException {
    if (tokenFile.isPresent()) {
      return Optional.of(new Secret(shell.secretFromFile("--token-file", tokenFile.get())));
    }
    return shell.variable("BROADSIDE_TOKEN").map(Secret::new);
  }

  private static <T> T value(Parsed<T> parsed) throws CommandException {
    return switch (parsed) {
      case Parsed.Value<T>(T value) -> value;
      case Parsed.Wrong<T>(Problem problem) -> throw new CommandException(problem);
    };
  }
}
