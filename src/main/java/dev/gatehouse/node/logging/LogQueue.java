package dev.gatehouse.node.logging;

import module java.base;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;

/**
 * The log's queue, which one thread writes. Callers never wait: lines that find it full are dropped
 * and counted.
 */
final class LogQueue extends AsyncAppender {
  private static final int LAST_WORDS_MILLIS = 2_000;

  /** Lines that this process has dropped. */
  static final LongAdder DROPPED = new LongAdder();

  LogQueue(LoggerContext context, Encoder<ILoggingEvent> encoder, OutputStream out, int maxLines) {
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
