package dev.broadside.cli.packs;

import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.pack.PackKeys;
import java.nio.file.Path;
import java.security.KeyPair;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `broadside pack keygen`.
@Command(
    name = "keygen",
    description = {
      "Make a pair of keys for signed packs: NAME.key, which is secret, and NAME.pub.",
      "'pack build --key NAME.key' signs; 'server --pack-keys DIR' trusts the NAME.pub in DIR."
    })
public final class PackKeygenCommand implements Callable<Integer> {
  private final Shell shell;

  @Parameters(index = "0", paramLabel = "NAME", description = "Whose keys; may have a folder.")
  private Path name = Path.of("");

  public PackKeygenCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException {
    KeyPair pair = PackKeys.generate();
    Path secret = name.resolveSibling(name.getFileName() + ".key");
    Path open = name.resolveSibling(name.getFileName() + ".pub");
    PackFiles.writeKey(secret, PackKeys.write(pair.getPrivate()), "rw-------");
    PackFiles.writeKey(open, PackKeys.write(pair.getPublic()), "rw-r--r--");
    shell.out().println("secret: " + secret);
    shell.out().println("public: " + open);
    return ExitStatus.OK;
  }
}
