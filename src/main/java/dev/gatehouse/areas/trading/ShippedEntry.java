package dev.gatehouse.areas.trading;

import module java.base;

import dev.gatehouse.bus.Json;
import dev.gatehouse.formats.AcceptableText;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.formats.PointInTime;

/**
 * An entry as a logging library or log shipper sends it: an object whose time, level, message and
 * source have different names in each of them. Other fields become the entry's data.
 */
record ShippedEntry(Map<String, Object> fields) {
  private static final int MAX_MESSAGE = 65_536;
  private static final int MAX_LINE = 200;

  private static final List<String> TIMES =
      words(
          "timestamp @timestamp timeStamp Timestamp time ts @t date datetime asctime"
              + " ISODATE eventTime timeMillis created __REALTIME_TIMESTAMP");
  private static final List<String> LEVELS =
      words(
          "level severity levelname log.level Level @l lvl levelName severityText"
              + " severity_text log_level loglevel PRIORITY priority");
  private static final List<String> MESSAGES =
      words(
          "message msg MESSAGE @m RenderedMessage renderedMessage Message"
              + " short_message log event body text @mt MessageTemplate");
  private static final List<String> SOURCES =
      words(
          "source service service.name app application PROGRAM program appname"
              + " SYSLOG_IDENTIFIER logger logger_name loggerName log.logger name tag"
              + " container_name _SYSTEMD_UNIT");

  /** Numbers below this are syslog's severities; pino and bunyan count from 10. */
  private static final int FIRST_OF_PINO = 10;

  private static final List<String> SYSLOG = words("error error error error warn info info debug");
  private static final List<String> PINO = List.of("debug", "debug", "info", "warn", "error");

  private static final BigDecimal LATEST_SECONDS = BigDecimal.valueOf(100_000_000_000L);
  private static final int THOUSAND = 3;
  private static final Pattern EPOCH = Pattern.compile("[0-9]{9,19}(\\.[0-9]{1,9})?");
  private static final Pattern DIGITS = Pattern.compile("[0-9]{1,3}");

  /** Colors of a terminal. */
  private static final Pattern COLOR = Pattern.compile("\u001B\\[[0-9;]*m");

  private static List<String> words(String text) {
    return List.of(text.split(" "));
  }

  /**
   * Returns the message to be stored.
   *
   * @param arrival the time of an entry that has none
   * @param sender the source of an entry that has none
   */
  static LogEntry.LogMessage message(Map<?, ?> sent, Instant arrival, String sender) {
    var entry = new ShippedEntry(new LinkedHashMap<>());
    sent.forEach((name, value) -> entry.fields.put(name.toString(), value));
    // Elastic's fields may be nested, and loguru's are.
    for (String parent : List.of("log", "service", "record")) {
      if (sent.get(parent) instanceof Map<?, ?> nested) {
        entry.fields.remove(parent);
        String prefix = parent.equals("record") ? "" : parent + '.';
        nested.forEach((name, value) -> entry.fields.put(prefix + name, value));
      }
    }
    Instant time = entry.take(TIMES, ShippedEntry::time).orElse(arrival);
    String level = entry.take(LEVELS, ShippedEntry::level).orElse("info");
    String source = entry.take(SOURCES, ShippedEntry::line).orElse(sender);
    String message = entry.take(MESSAGES, ShippedEntry::text).orElseGet(() -> limited(json(sent)));
    String data = entry.fields.isEmpty() ? null : json(entry.fields);
    return LogEntry.LogMessage.of(time, source, "", level, message, data);
  }

  /** Removes and returns the first field that can be read. */
  private <T> Optional<T> take(List<String> names, Function<Object, Optional<T>> reading) {
    for (String name : names) {
      Optional<T> read = Optional.ofNullable(fields.get(name)).flatMap(reading);
      if (read.isPresent()) {
        fields.remove(name);
        return read;
      }
    }
    return Optional.empty();
  }

  private static Optional<Instant> time(Object value) {
    try {
      if (value instanceof Map<?, ?> nested) {
        return time(nested.get("timestamp"));
      }
      if (value instanceof Number number) {
        return Optional.of(time(new BigDecimal(number.toString())));
      }
      if (value instanceof String text && EPOCH.matcher(text.strip()).matches()) {
        return Optional.of(time(new BigDecimal(text.strip())));
      }
      return value instanceof String text ? Optional.of(PointInTime.first(text)) : Optional.empty();
    } catch (DateTimeException | ArithmeticException noTime) {
      return Optional.empty();
    }
  }

  /** Returns the time of seconds, ms, µs or ns since 1970, by their magnitude. */
  private static Instant time(BigDecimal number) {
    BigDecimal seconds = number;
    while (seconds.abs().compareTo(LATEST_SECONDS) >= 0) {
      seconds = seconds.movePointLeft(THOUSAND);
    }
    long whole = seconds.longValue();
    return Instant.ofEpochSecond(
        whole, seconds.subtract(BigDecimal.valueOf(whole)).movePointRight(9).longValue());
  }

  private static Optional<String> level(Object value) {
    if (value instanceof Map<?, ?> nested) {
      return level(nested.get("name"));
    }
    if (value instanceof String text && DIGITS.matcher(text).matches()) {
      return level(Integer.valueOf(text));
    }
    if (value instanceof Number number) {
      int level = Math.max(0, number.intValue());
      if (level < FIRST_OF_PINO) {
        return Optional.of(SYSLOG.get(Math.min(level, SYSLOG.size() - 1)));
      }
      return Optional.of(PINO.get(Math.min(level / FIRST_OF_PINO, PINO.size()) - 1));
    }
    return line(value)
        .map(text ->
            switch (text.toLowerCase(Locale.ROOT)) {
              case "trace", "verbose", "silly", "debug", "dbg", "fine" -> "debug";
              case "information", "informational", "info", "notice", "inf", "http" -> "info";
              case "warning", "warn", "wrn" -> "warn";
              case "error",
                  "err",
                  "critical",
                  "crit",
                  "fatal",
                  "alert",
                  "emerg",
                  "panic",
                  "severe" ->
                  "error";
              default -> text;
            });
  }

  private static Optional<String> line(Object value) {
    if (!(value instanceof String text) || text.isBlank()) {
      return Optional.empty();
    }
    String line = AcceptableText.toLine(COLOR.matcher(text).replaceAll("")).strip();
    return Optional.of(PlainText.abbreviated(line, MAX_LINE - 1));
  }

  private static Optional<String> text(Object value) {
    return value instanceof String text && !text.isEmpty()
        ? Optional.of(limited(text))
        : Optional.empty();
  }

  private static String limited(String text) {
    String shown = COLOR.matcher(text).replaceAll("").stripTrailing();
    if (!AcceptableText.isStorable(shown)) {
      shown = AcceptableText.toParagraph(shown);
    }
    return PlainText.abbreviated(shown, MAX_MESSAGE - 1);
  }

  private static String json(Map<?, ?> fields) {
    return new String(Json.encode(fields).getBytes(), StandardCharsets.UTF_8);
  }
}
