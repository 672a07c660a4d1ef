package dev.broadside.client.pack;

import java.net.URL;
import java.util.Enumeration;
import java.util.List;

/// The parent of a pack's class loader: the platform, and of the application only the SPI. So a
/// pack may bring any version of any library, and can neither use nor break what Broadside itself
/// is made of.
final class SpiWindow extends ClassLoader {
  private static final List<String> SPI =
      List.of("dev.broadside.core.param.", "dev.broadside.core.work.");

  private final ClassLoader application;
  private final ClassLoader platform = getPlatformClassLoader();

  static {
    registerAsParallelCapable();
  }

  SpiWindow(ClassLoader application) {
    super("spi", getPlatformClassLoader());
    this.application = application;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    return SPI.stream().anyMatch(name::startsWith)
        ? application.loadClass(name)
        : platform.loadClass(name);
  }

  @Override
  public URL getResource(String name) {
    return platform.getResource(name);
  }

  @Override
  public Enumeration<URL> getResources(String name) throws java.io.IOException {
    return platform.getResources(name);
  }
}
