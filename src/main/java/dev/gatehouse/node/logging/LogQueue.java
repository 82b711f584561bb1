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
    lines.setOutputStream(new Persistent(out));
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

  /** A full disk loses lines. Without this, Logback would stop the log until the next start. */
  private static final class Persistent extends FilterOutputStream {
    Persistent(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
      try {
        out.write(bytes, from, length);
        out.flush();
      } catch (IOException e) {
        DROPPED.increment();
      }
    }

    @Override
    public void flush() {
      // Each write is flushed.
    }
  }
}
