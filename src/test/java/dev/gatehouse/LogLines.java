package dev.gatehouse;

import module java.base;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.slf4j.LoggerFactory;

/** Lines of a logger, from a level on, until it is closed. */
public final class LogLines extends ListAppender<ILoggingEvent> implements AutoCloseable {
  private final Logger logger;
  private final Level before;

  public LogLines(String name, Level level) {
    logger = (Logger) LoggerFactory.getLogger(name);
    before = logger.getLevel();
    logger.setLevel(level);
    start();
    logger.addAppender(this);
  }

  public LogLines(Class<?> type, Level level) {
    this(type.getName(), level);
  }

  /** Returns the messages so far. */
  public List<String> texts() {
    return List.copyOf(list).stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  @Override
  public void close() {
    logger.detachAppender(this);
    logger.setLevel(before);
  }
}
