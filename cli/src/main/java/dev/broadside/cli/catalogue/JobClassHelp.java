package dev.broadside.cli.catalogue;

import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.term.Terminal;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/// Adds the parameters of the job class that stands on the command line to a command's help.
public final class JobClassHelp {
  private static final String SECTION = "job class";

  private JobClassHelp() {}

  /// Describes the job class that the command line names; no lines if it names none.
  public interface Lookup {
    List<String> describe(Terminal terminal) throws CommandException, InterruptedException;
  }

  /// Puts the section after the options.
  public static CommandLine addTo(CommandLine command, Lookup lookup, Terminal terminal) {
    List<String> keys = new ArrayList<>(command.getHelpSectionKeys());
    keys.add(SECTION);
    command.setHelpSectionKeys(keys);
    command.getHelpSectionMap().put(SECTION, _ -> render(lookup, terminal));
    return command;
  }

  private static String render(Lookup lookup, Terminal terminal) {
    try {
      List<String> lines = lookup.describe(terminal);
      return lines.isEmpty() ? "" : "\n" + String.join("\n", lines) + "\n";
    } catch (CommandException e) {
      return "\n" + e.getMessage() + "\n";
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return "";
    }
  }
}
