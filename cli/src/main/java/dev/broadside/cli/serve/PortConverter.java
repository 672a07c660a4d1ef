package dev.broadside.cli.serve;

import dev.broadside.cli.shell.Causes;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.core.param.Problem;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// A port to listen on; 0 is any that is free.
public final class PortConverter implements ITypeConverter<Integer> {
  private static final int MOST = 65_535;

  @Override
  public Integer convert(String text) {
    if (!text.matches("\\d{1,5}") || Integer.parseInt(text) > MOST) {
      throw new TypeConversionException("'" + text + "' is no port: give one from 0 to " + MOST);
    }
    return Integer.parseInt(text);
  }

  /// Refuses a port of the loopback address that cannot be opened.
  ///
  /// @param option what the user wrote, with the port
  public static void requireFree(String option, int port) throws CommandException {
    try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      // It is free.
    } catch (IOException e) {
      throw new CommandException(
          Problem.wrong(option, "it cannot be used (" + Causes.of(e) + ")", "give another one"));
    }
  }
}
