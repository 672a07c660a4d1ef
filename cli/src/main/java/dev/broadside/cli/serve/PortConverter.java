package dev.broadside.cli.serve;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads a port to listen on; 0 is any that is free.
public final class PortConverter implements ITypeConverter<Integer> {
  private static final int MOST = 65_535;

  @Override
  public Integer convert(String text) {
    if (!text.matches("\\d{1,5}") || Integer.parseInt(text) > MOST) {
      throw new TypeConversionException("'" + text + "' is no port: give one from 0 to " + MOST);
    }
    return Integer.parseInt(text);
  }
}
