package dev.gatehouse.node.logging;

import ch.qos.logback.classic.pattern.ClassicConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import java.util.regex.Pattern;

/**
 * An event's message on one line, whatever is in it, and the id of the request that it is about, if
 * any. Every request writes a line: the pattern's own {@code replace} would cost a tenth of it.
 */
public final class SingleLineConverter extends ClassicConverter {
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
