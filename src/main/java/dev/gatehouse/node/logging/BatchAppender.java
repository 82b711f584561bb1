package dev.gatehouse.node.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import ch.qos.logback.core.encoder.Encoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Writes log lines in batches on a dedicated thread. Logging callers never wait: when the queue is
 * full, lines are dropped and counted. Under load the writer polls every few milliseconds, so that
 * event loops need not wake it for each line.
 */
final class BatchAppender extends UnsynchronizedAppenderBase<ILoggingEvent> {
  private static final long PAUSE_NANOS = 5_000_000;
  private static final int BATCH_BYTES = 64 * 1024;
  private static final long LAST_WORDS_MILLIS = 2_000;

  private final Queue<ILoggingEvent> queue = new ConcurrentLinkedQueue<>();
  private final AtomicInteger queued = new AtomicInteger();
  private final AtomicInteger lost = new AtomicInteger();
  private final ByteArrayOutputStream batch = new ByteArrayOutputStream(BATCH_BYTES);
  private final Encoder<ILoggingEvent> encoder;
  private final OutputStream out;
  private final int maxLines;
  private Thread writer;

  /** True while the writer is parked until another thread wakes it. */
  private volatile boolean asleep;

  private volatile boolean closing;

  /**
   * @param maxLines maximum number of queued lines
   */
  BatchAppender(Encoder<ILoggingEvent> encoder, OutputStream out, int maxLines) {
    this.encoder = encoder;
    this.out = out;
    this.maxLines = maxLines;
  }

  @Override
  public void start() {
    writer = Thread.ofPlatform().name("log").daemon().start(this::write);
    super.start();
  }

  @Override
  protected void append(ILoggingEvent event) {
    if (queued.incrementAndGet() > maxLines) {
      queued.decrementAndGet();
      lost.incrementAndGet();
      return;
    }
    // Data of the logging thread must be read on that thread.
    event.prepareForDeferredProcessing();
    queue.add(event);
    if (asleep) {
      asleep = false;
      LockSupport.unpark(writer);
    }
  }

  /** Stops the appender. Returns after all queued lines have been written. */
  @Override
  public void stop() {
    super.stop();
    closing = true;
    LockSupport.unpark(writer);
    try {
      writer.join(LAST_WORDS_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void write() {
    while (!closing) {
      if (drain()) {
        LockSupport.parkNanos(this, PAUSE_NANOS);
        continue;
      }
      asleep = true;
      // Check again, because a line enqueued before the flag was visible wakes no thread.
      if (queue.isEmpty() && !closing) {
        LockSupport.park(this);
      }
      asleep = false;
    }
    drain();
  }

  private boolean drain() {
    boolean any = false;
    for (ILoggingEvent event = queue.poll(); event != null; event = queue.poll()) {
      any = true;
      queued.decrementAndGet();
      encode(event);
      if (batch.size() >= BATCH_BYTES) {
        flush();
      }
    }
    int gone = lost.getAndSet(0);
    if (gone > 0) {
      encode(loss(gone));
    }
    flush();
    return any;
  }

  private void encode(ILoggingEvent event) {
    try {
      batch.writeBytes(encoder.encode(event));
    } catch (RuntimeException e) {
      // An argument whose toString throws must not stop the writer.
      addError("a line of the log cannot be written", e);
    }
  }

  private LoggingEvent loss(int lines) {
    Logger log = ((LoggerContext) getContext()).getLogger(BatchAppender.class);
    String message = lines + " log lines were dropped: they arrived faster than they could be written";
    return new LoggingEvent(Logger.FQCN, log, Level.WARN, message, null, null);
  }

  private void flush() {
    if (batch.size() == 0) {
      return;
    }
    try {
      batch.writeTo(out);
      out.flush();
    } catch (IOException e) {
      addError("the log cannot be written", e);
    }
    batch.reset();
  }
}
