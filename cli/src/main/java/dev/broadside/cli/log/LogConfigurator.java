package dev.broadside.cli.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.spi.ContextAwareBase;
import org.slf4j.Logger;

/// Sets the log up in code, since looking for files and reading XML would cost each command a
/// quarter of its start.
///
/// The level is `BROADSIDE_LOG`, or what the command asked for by [#LEVEL], or warnings.
public final class LogConfigurator extends ContextAwareBase implements Configurator {
  /// The property by which a command that lives long asks for more; set before anything is logged.
  public static final String LEVEL = "broadside.log";

  private static final String VARIABLE = "BROADSIDE_LOG";

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    LogLine layout = new LogLine();
    layout.setContext(context);
    layout.start();
    LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
    encoder.setContext(context);
    encoder.setLayout(layout);
    encoder.start();
    ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
    appender.setContext(context);
    appender.setTarget("System.err");
    appender.setEncoder(encoder);
    appender.start();
    ch.qos.logback.classic.Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    root.setLevel(level());
    root.addAppender(appender);
    // Their chatter below warnings is of use to their authors only.
    context.getLogger("io.netty").setLevel(Level.WARN);
    context.getLogger("io.vertx").setLevel(Level.WARN);
    context.getLogger("org.flywaydb").setLevel(Level.WARN);
    // The load itself counts and tells what fails on a connection of the pool.
    context.getLogger("com.zaxxer.hikari").setLevel(Level.OFF);
    // If a migration fails, its exception says why. These three lines only say that its transaction
    // has ended.
    context.getLogger("org.flywaydb.core.internal.jdbc").setLevel(Level.OFF);
    // The server tells in a sentence if its library cannot be loaded.
    context.getLogger("org.sqlite.SQLiteJDBCLoader").setLevel(Level.OFF);
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  private static Level level() {
    String asked = System.getProperty(LEVEL, "warn");
    String variable = System.getenv().getOrDefault(VARIABLE, asked);
    return Level.toLevel(variable, Level.WARN);
  }
}
