package dev.gatehouse.node.logging;

import module java.base;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.pattern.ClassicConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
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

  /**
   * The log's queue, which one thread writes. Callers never wait: lines that find it full are
   * dropped and counted.
   */
  static final class LogQueue extends AsyncAppender {
    private static final int LAST_WORDS_MILLIS = 2_000;

    /** Lines that this process has dropped. */
    static final LongAdder DROPPED = new LongAdder();

    LogQueue(
        LoggerContext context, Encoder<ILoggingEvent> encoder, OutputStream out, int maxLines) {
      var lines = new OutputStreamAppender<ILoggingEvent>();
      lines.setContext(context);
      lines.setEncoder(encoder);
      lines.setOutputStream(new Lines(out));
      lines.start();
      setContext(context);
      setQueueSize(maxLines);
      setDiscardingThreshold(0);
      setNeverBlock(true);
      setMaxFlushTime(LAST_WORDS_MILLIS);
      addAppender(lines);
      start();
    }

    @Override
    protected void append(ILoggingEvent event) {
      if (getRemainingCapacity() == 0) {
        DROPPED.increment();
      } else {
        super.append(event);
      }
    }

    /**
     * Writes the lines of some milliseconds at once, because waking the thread for each one costs
     * more than a small request. A full disk loses lines. Without this, Logback would stop the log
     * until the next start.
     */
    private final class Lines extends ByteArrayOutputStream {
      private static final int MAX_BYTES = 64 << 10;
      private static final long PAUSE_NANOS = 10_000_000;

      private final OutputStream out;
      private int lines;

      Lines(OutputStream out) {
        this.out = out;
      }

      @Override
      public void write(byte[] bytes, int from, int length) {
        super.write(bytes, from, length);
        lines++;
        if (getNumberOfElementsInQueue() == 0) {
          send();
          LockSupport.parkNanos(PAUSE_NANOS);
        } else if (count > MAX_BYTES) {
          send();
        }
      }

      private void send() {
        try {
          out.write(buf, 0, count);
          out.flush();
        } catch (IOException e) {
          DROPPED.add(lines);
        }
        reset();
        lines = 0;
      }

      @Override
      public void close() throws IOException {
        send();
        out.close();
      }
    }
  }

  /**
   * Formats an event's message on one line, followed by its request id if it has one. Every request
   * writes a line, and the pattern's own {@code replace} would add a tenth to its cost.
   */
  public static final class SingleLineConverter extends ClassicConverter {
    private static final Pattern BREAKS = Pattern.compile("[\\r\\n]+");

    @Override
    public String convert(ILoggingEvent event) {
      String message = event.getFormattedMessage();
      if (message != null && (message.indexOf('\n') >= 0 || message.indexOf('\r') >= 0)) {
        message = BREAKS.matcher(message).replaceAll(" ");
      }
      String request = event.getMDCPropertyMap().get("request");
      return request == null || request.isEmpty() ? message : message + " request=" + request;
    }
  }
}
