package dev.gatehouse.node.logging;

import module java.base;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import dev.gatehouse.settings.Settings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Configures logging: one line per event on standard output, written by a dedicated thread. */
public final class Logging {
  private static final String PATTERN =
      "%d{yyyy-MM-dd'T'HH:mm:ss.SSS'Z',UTC} %-5level %logger{0} %line%n%ex{12}";
  private static final int QUEUE = 8_192;

  private Logging() {}

  public static void start(Settings.Log settings) {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    context.reset();
    var lines =
        new LogQueue(context, encoder(context, settings.format()), new StandardOutput(), QUEUE);
    var root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.toLevel(settings.level()));
    root.addAppender(lines);
    // A media client that disconnects during a file is normal; Vert.x logs it with a stack trace.
    context.getLogger("io.vertx.core.net.impl.VertxConnection").setLevel(Level.OFF);
    context.getLogger("io.vertx.core.http.impl").setLevel(Level.ERROR);
    // Peers logs the loss of a node in one line, without a stack trace.
    context.getLogger("io.vertx.core.eventbus.impl.clustered").setLevel(Level.ERROR);
    // Each handler of the event bus registers the meter that all share.
    context.getLogger("io.micrometer.core.instrument.MeterRegistry").setLevel(Level.ERROR);
    // Hazelcast asks for access to JDK internals and logs about features that are not used.
    context.getLogger("com.hazelcast.instance").setLevel(Level.ERROR);
    context.getLogger("com.hazelcast.cp").setLevel(Level.ERROR);
    for (String chatty :
        new String[] {"org.mongodb", "io.netty", "org.apache.parquet", "com.hazelcast"}) {
      context.getLogger(chatty).setLevel(Level.WARN);
    }
  }

  /** Standard output, which remains open for the other lines of the process. */
  private static final class StandardOutput extends FileOutputStream {
    StandardOutput() {
      super(FileDescriptor.out);
    }

    @Override
    public void close() throws IOException {
      flush();
    }
  }

  /** Returns the number of lines that were dropped since the start, because the queue was full. */
  public static long dropped() {
    return LogQueue.DROPPED.sum();
  }

  /** Changes the level of a running node. */
  public static void level(String level) {
    var context = (LoggerContext) LoggerFactory.getILoggerFactory();
    context.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(Level.toLevel(level));
  }

  /** Writes all queued lines and stops logging. */
  public static void stop() {
    ((LoggerContext) LoggerFactory.getILoggerFactory()).stop();
  }

  private static Encoder<ILoggingEvent> encoder(LoggerContext context, String format) {
    if (format.equals("json")) {
      var json = new JsonEncoder();
      json.setContext(context);
      json.setWithSequenceNumber(false);
      json.setWithContext(false);
      json.setWithFormattedMessage(true);
      json.setWithMessage(false);
      json.start();
      return json;
    }
    var layout = new PatternLayout();
    layout.setContext(context);
    layout.getInstanceConverterMap().put("line", SingleLineConverter::new);
    layout.setPattern(PATTERN);
    layout.start();
    var text = new LayoutWrappingEncoder<ILoggingEvent>();
    text.setContext(context);
    text.setLayout(layout);
    text.start();
    return text;
  }
}
