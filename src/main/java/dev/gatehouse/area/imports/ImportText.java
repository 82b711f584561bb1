package dev.gatehouse.area.imports;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.time.ZoneOffset.UTC;

import module java.base;

import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.AcceptableText;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.formats.PointInTime;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.Json;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.parser.Parser;
import org.jsoup.safety.Safelist;

/** Texts and times of files that other programs export. */
public final class ImportText {
  /** First bytes of XLSX, ODS and ZIP, and of XLS. */
  private static final Set<String> BINARY = Set.of("504b0304", "d0cf11e0");

  private static final char BYTE_ORDER_MARK = '\uFEFF';
  private static final Pattern NUMBER = Pattern.compile("[0-9]{9,17}");
  private static final Pattern RUBY_FORM =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d (UTC|[+-]\\d{4})");

  /** Date as spreadsheets and newsletter programs write it. */
  private static final Pattern LOCAL =
      Pattern.compile(
          "(\\d{1,2})([./-])(\\d{1,2})[./-](\\d{4})(?:,? (\\d{1,2}:\\d{2}(?::\\d{2})?))?");

  /** Date in English words, such as May 1st, 2030. */
  private static final Pattern WORDS =
      Pattern.compile("([A-Z][a-z]{2})[a-z]*\\.? (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})");

  private static final DateTimeFormatter ENGLISH =
      DateTimeFormatter.ofPattern("MMM d uuuu", Locale.ENGLISH);

  private static final int MONTHS = 12;
  private static final int SECONDS = 11;
  private static final int MILLIS = 14;
  private static final long MICROS = 1_000_000;

  /** Seconds from 1601, from which Chromium counts, to 1970. */
  private static final long CHROMIUM_EPOCH = 11_644_473_600L;

  private ImportText() {}

  /**
   * Returns the text of a file in UTF-8 or UTF-16, or in the encoding of Windows if it is neither.
   *
   * @throws ApiException 400 if it is a spreadsheet program's own file
   */
  public static String of(byte[] file) {
    if (file.length > 4 && BINARY.contains(HexFormat.of().formatHex(file, 0, 4))) {
      throw ApiException.of(
          ErrorCode.CONTENT_INVALID, "the file is a spreadsheet or an archive: save it as CSV");
    }
    Charset charset = UTF_8;
    if (file.length > 1 && file[0] == (byte) 0xFF && file[1] == (byte) 0xFE) {
      charset = UTF_16LE;
    } else if (file.length > 1 && file[0] == (byte) 0xFE && file[1] == (byte) 0xFF) {
      charset = UTF_16BE;
    } else if (!AcceptableText.isUtf8(file)) {
      charset = Charset.forName("windows-1252");
    }
    String text = new String(file, charset);
    boolean marked = !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK;
    return marked ? text.substring(1) : text;
  }

  /** Time of Ruby, with an offset or the word UTC. */
  private static final DateTimeFormatter RUBY =
      new DateTimeFormatterBuilder()
          .appendPattern("uuuu-MM-dd HH:mm:ss ")
          .appendPattern("[XX]['UTC']")
          .parseDefaulting(ChronoField.OFFSET_SECONDS, 0)
          .toFormatter(Locale.ROOT);

  /**
   * Returns a time in ISO 8601, as Ruby writes it, in English words, or as seconds, milliseconds or
   * microseconds since 1970, or as Chromium's microseconds since 1601; empty for another form, or a
   * time outside 1990 to 2200.
   */
  public static Optional<Instant> time(String text) {
    try {
      if (RUBY_FORM.matcher(text).matches()) {
        return Optional.of(OffsetDateTime.parse(text, RUBY).toInstant());
      }
      Matcher local = LOCAL.matcher(text);
      if (local.matches()) {
        return local(local);
      }
      Matcher words = WORDS.matcher(text);
      if (words.matches()) {
        String plain = String.join(" ", words.group(1), words.group(2), words.group(3));
        return Optional.of(LocalDate.parse(plain, ENGLISH).atStartOfDay(UTC).toInstant());
      }
      Instant time = NUMBER.matcher(text).matches() ? counted(text) : PointInTime.first(text);
      return Optional.of(time)
          .filter(found -> found.isAfter(Instant.parse("1990-01-01T00:00:00Z")))
          .filter(found -> found.isBefore(Instant.parse("2200-01-01T00:00:00Z")));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** Returns a time with the day before the month or after it; empty if both are possible. */
  private static Optional<Instant> local(Matcher parts) {
    int first = Integer.parseInt(parts.group(1));
    int second = Integer.parseInt(parts.group(3));
    boolean european = parts.group(2).equals(".") || first > MONTHS;
    if (!european && second <= MONTHS && first != second) {
      return Optional.empty();
    }
    int month = european ? second : first;
    int day = european ? first : second;
    String time = Objects.requireNonNullElse(parts.group(5), "00:00");
    return Optional.of(
        LocalDate.of(Integer.parseInt(parts.group(4)), month, day)
            .atTime(LocalTime.parse(time.length() == "9:00".length() ? "0" + time : time))
            .toInstant(UTC));
  }

  /** Returns a time until now, to the millisecond; empty for another one. */
  public static Optional<Instant> past(String text, Instant now) {
    return time(text)
        .filter(found -> !found.isAfter(now))
        .map(found -> found.truncatedTo(ChronoUnit.MILLIS));
  }

  /** Returns a text as one line. */
  public static String line(String text) {
    return AcceptableText.toLine(text).replaceAll("\\s+", " ").strip();
  }

  /**
   * Returns a text of limited length.
   *
   * @param what for the remark that it is shortened
   */
  public static String shortened(String text, int max, String what, Consumer<String> adjusted) {
    if (text.codePointCount(0, text.length()) <= max) {
      return text;
    }
    adjusted.accept(what + " is shortened to " + max + " characters");
    return PlainText.abbreviated(text, max - 1);
  }

  /**
   * Decodes a text that begins like JSON.
   *
   * @throws ApiException 400 if it is not JSON
   */
  public static Object json(String text) {
    try {
      return Json.decodeValue(text);
    } catch (DecodeException invalid) {
      throw ApiException.of(
          ErrorCode.CONTENT_INVALID, "the file begins like JSON, but is not valid JSON");
    }
  }

  private static Instant counted(String digits) {
    long number = Long.parseLong(digits);
    if (digits.length() < SECONDS) {
      return Instant.ofEpochSecond(number);
    }
    if (digits.length() < MILLIS) {
      return Instant.ofEpochMilli(number);
    }
    long seconds = number / MICROS;
    boolean chromium = seconds > CHROMIUM_EPOCH;
    return Instant.ofEpochSecond(chromium ? seconds - CHROMIUM_EPOCH : seconds);
  }

  /** Returns the text of HTML of another shop, with the line breaks that a browser would show. */
  public static String ofHtml(String html) {
    String lines =
        html.replaceAll("\\s+", " ")
            .replaceAll("(?i) *<br */?> *| *</(p|div|h[1-6]|tr|ul|ol)> *", "\n")
            .replaceAll("(?i) *<li[^>]*> *", "\n- ");
    return ofTags(lines);
  }

  /** Returns a text that may contain HTML, with its own line breaks. */
  public static String htmlLines(String text) {
    return ofHtml(text.replaceAll("\\R", "<br>"));
  }

  private static String ofTags(String html) {
    String text =
        Jsoup.clean(html, "", Safelist.none(), new Document.OutputSettings().prettyPrint(false));
    return Parser.unescapeEntities(text, false)
        .replaceAll("[\\p{Cntrl}&&[^\n]]", "")
        .replaceAll("\n{3,}", "\n\n")
        .strip();
  }
}
