package dev.gatehouse.http.bodies;

import module java.base;

import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.contract.ValidationException;

/**
 * Headers of a part of a form (RFC 7578, section 4). Names are in UTF-8. A part's own charset is
 * ignored, because files are bytes and text fields are UTF-8.
 *
 * @param fileName last path segment of the file name; empty if absent
 * @param contentType media type without parameters; empty if absent
 * @param base64 whether the client has encoded the bytes, as libraries for email do
 */
record FormPart(String name, String fileName, String contentType, boolean base64) {
  /** Charset, language and percent-encoded text (RFC 8187). */
  private static final Pattern EXTENDED =
      Pattern.compile("(?i)(utf-8|us-ascii|iso-8859-1)'[^']*'(.*)");

  /** Percent-encoded text (RFC 7578, section 2): it has no other characters that need encoding. */
  private static final Pattern ENCODED = Pattern.compile("(?:[\\w.~!*'()-]|%[0-9A-Fa-f]{2})+");

  private static final char DAMAGED = '\uFFFD';

  /**
   * @param headers values by name in lower case
   * @throws ValidationException if the part has no name, or an encoding that is not supported
   */
  static FormPart of(Map<String, String> headers) {
    HeaderValue disposition = HeaderValue.of(headers.getOrDefault("content-disposition", ""));
    String name = disposition.parameters().get("name");
    if (!disposition.value().equals("form-data") || name == null) {
      throw new ValidationException(
          ErrorCode.FORM_INVALID, "", "a part of the form has no Content-Disposition with a name");
    }
    String encoding =
        headers.getOrDefault("content-transfer-encoding", "").toLowerCase(Locale.ROOT);
    if (encoding.equals("quoted-printable")) {
      throw new ValidationException(
          ErrorCode.FORM_INVALID, name, name + " must be sent without " + encoding);
    }
    return new FormPart(
        unescaped(name),
        fileName(disposition.parameters()),
        HeaderValue.of(headers.getOrDefault("content-type", "")).value(),
        encoding.equals("base64"));
  }

  /** Returns the last segment of filename*, or of filename if the former is damaged. */
  private static String fileName(Map<String, String> parameters) {
    Optional<String> sent = value(parameters, "filename");
    Matcher extended = EXTENDED.matcher(value(parameters, "filename*").orElse(""));
    Optional<String> decoded =
        extended.matches()
            ? decoded(extended.group(2), Charset.forName(extended.group(1)))
            : Optional.empty();
    if (extended.matches() && decoded.isEmpty() && sent.isEmpty()) {
      throw new ValidationException(
          ErrorCode.FORM_INVALID, "", "filename* of a part is not percent-encoded");
    }
    String name = decoded.or(() -> sent.map(FormPart::plain)).orElse("");
    return name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  }

  /**
   * Returns a parameter that libraries for email send in numbered pieces if it is long (RFC 2231,
   * section 4.1): {@code filename*0*}, {@code filename*1*} or {@code filename*0}, {@code
   * filename*1}. After an encoded piece there may be plain ones.
   */
  private static Optional<String> value(Map<String, String> parameters, String name) {
    boolean extended = name.endsWith("*");
    String numbered = extended ? name : name + "*";
    String pieces =
        IntStream.iterate(0, i -> i + 1)
            .mapToObj(i -> {
              String plain = parameters.get(numbered + i);
              return !extended ? plain : encoded(parameters.get(numbered + i + "*"), i, plain);
            })
            .takeWhile(Objects::nonNull)
            .collect(Collectors.joining());
    return Optional.ofNullable(parameters.get(name))
        .or(() -> Optional.of(pieces).filter(whole -> !whole.isEmpty()));
  }

  /** Returns an encoded piece, or a later plain one in its encoding; null if there is neither. */
  private static String encoded(String piece, int number, String plain) {
    return piece != null || plain == null || number == 0
        ? piece
        : URLEncoder.encode(plain, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Decodes a name that is percent-encoded as a whole, which some libraries send. */
  private static String plain(String name) {
    return ENCODED.matcher(name).matches()
        ? decoded(name, StandardCharsets.UTF_8).orElseGet(() -> unescaped(name))
        : unescaped(name);
  }

  /** Reverses the three escapes of browsers. They do not escape the percent sign. */
  private static String unescaped(String name) {
    return name.replace("%22", "\"").replace("%0D", "\r").replace("%0A", "\n");
  }

  /** Decodes percent-encoded text; empty if it is damaged. */
  private static Optional<String> decoded(String encoded, Charset charset) {
    try {
      return Optional.of(URLDecoder.decode(encoded.replace("+", "%2B"), charset))
          .filter(text -> text.indexOf(DAMAGED) < 0);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
