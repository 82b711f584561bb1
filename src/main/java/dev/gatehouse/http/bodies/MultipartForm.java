package dev.gatehouse.http.bodies;

import static java.nio.charset.StandardCharsets.US_ASCII;

import module java.base;

import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.contract.ValidationException;
import io.vertx.core.buffer.Buffer;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.MultiPart;
import org.eclipse.jetty.io.Content;

/**
 * Form that is parsed while it arrives. Text fields are kept in memory. The bytes of files are
 * passed on.
 */
final class MultipartForm {
  private static final String INVALID = "the body is not valid multipart/form-data: ";

  /** Field into which browsers write the charset of the form (RFC 7578, section 4.6). */
  private static final String CHARSET = "_charset_";

  /** Name that the parser sees before the second line of a header. */
  private static final String CONTINUED = "continued";

  private static final int MAX_PARTS = 32;
  private static final int MAX_HEADER_BYTES = 8_192;
  private static final int MAX_FIELD_BYTES = 65_536;

  private final MultiPart.Parser parser;
  private final Files files;
  private final Map<String, String> headers = new HashMap<>();
  private final Map<String, Object> fields = new LinkedHashMap<>();
  private final ByteArrayOutputStream text = new ByteArrayOutputStream();

  private ByteBuffer bytes = ByteBuffer.allocate(0);
  private String header = "";
  private boolean headerEnded;
  private boolean continued;
  private int parts;
  private FormPart part;
  private boolean file;
  private Base64Bytes base64;
  private RuntimeException failure;

  /** Receiver of a form's files. */
  interface Files {
    /**
     * Accepts a part before its bytes.
     *
     * @return whether it is a file; false for a text field
     * @throws ValidationException if the form has no such part
     */
    boolean begin(FormPart part);

    void write(ByteBuffer bytes);

    void end();
  }

  private MultipartForm(String boundary, Files files) {
    this.files = files;
    parser = new MultiPart.Parser(boundary, new Events());
    parser.setMaxParts(-1);
    parser.setPartHeadersMaxLength(MAX_HEADER_BYTES);
  }

  /**
   * Returns a parser for a body with this Content-Type; empty if it does not name a boundary.
   * Further parameters, such as a charset, are ignored.
   */
  static Optional<MultipartForm> of(String contentType, Files files) {
    String boundary = HeaderValue.of(contentType).parameters().getOrDefault("boundary", "");
    return boundary.isEmpty() ? Optional.empty() : Optional.of(new MultipartForm(boundary, files));
  }

  /**
   * Parses bytes that have arrived.
   *
   * @throws ValidationException if the form is invalid
   */
  void accept(Buffer chunk) {
    bytes = Staging.view(chunk);
    int end = bytes.limit();
    while (bytes.position() < end) {
      bytes.limit(end);
      boolean continues = headerEnded && isBlank(bytes.get(bytes.position()));
      headerEnded = false;
      if (continues) {
        continued = true;
        parse(Content.Chunk.from(US_ASCII.encode(CONTINUED + ':'), false));
      }
      parse(Content.Chunk.from(bytes, false));
    }
  }

  private static boolean isBlank(byte character) {
    return character == ' ' || character == '\t';
  }

  /**
   * Ends the form, whose body has arrived.
   *
   * @throws ValidationException if the form is incomplete
   */
  void end() {
    parse(Content.Chunk.EOF);
  }

  /** Returns the text fields. If a name occurs twice, the last field counts. */
  Map<String, Object> fields() {
    return fields;
  }

  private void parse(Content.Chunk chunk) {
    if (failure == null) {
      parser.parse(chunk);
    }
    if (failure != null) {
      throw failure;
    }
  }

  private void begin() {
    parts++;
    if (parts > MAX_PARTS) {
      throw invalid("more than " + MAX_PARTS + " parts");
    }
    part = FormPart.of(headers);
    headers.clear();
    base64 = part.base64() ? new Base64Bytes() : null;
    file = !part.name().equals(CHARSET) && files.begin(part);
  }

  private void write(ByteBuffer chunk) {
    ByteBuffer bytes = base64 == null ? chunk : base64.decode(chunk);
    if (file) {
      files.write(bytes);
    } else if (text.size() + bytes.remaining() > MAX_FIELD_BYTES) {
      throw new ValidationException(
          ErrorCode.FORM_INVALID,
          part.name(),
          part.name() + " has more than " + MAX_FIELD_BYTES + " bytes");
    } else {
      byte[] more = new byte[bytes.remaining()];
      bytes.get(more);
      text.writeBytes(more);
    }
  }

  private void endPart() {
    if (base64 != null) {
      base64.end();
    }
    if (file) {
      files.end();
    } else {
      if (!part.name().equals(CHARSET)) {
        fields.put(part.name(), decoded());
      }
      text.reset();
    }
    part = null;
  }

  private String decoded() {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(text.toByteArray()))
          .toString();
    } catch (CharacterCodingException e) {
      throw new ValidationException(
          ErrorCode.FORM_INVALID, part.name(), part.name() + " is not in UTF-8");
    }
  }

  private ValidationException problem(Throwable problem) {
    return switch (problem) {
      case EOFException end when part != null ->
          new ValidationException(
              ErrorCode.UPLOAD_INCOMPLETE,
              part.name(),
              "the body ends within the part " + part.name());
      case EOFException end -> invalid("no closing boundary");
      case HttpException bad -> invalid(bad.getReason());
      default -> invalid("the headers of a part have more than " + MAX_HEADER_BYTES + " bytes");
    };
  }

  private static ValidationException invalid(String problem) {
    return new ValidationException(ErrorCode.FORM_INVALID, "", INVALID + problem);
  }

  /** The parser discards exceptions of its listener, so the first one is kept. */
  private final class Events implements MultiPart.Parser.Listener {
    /** Ends the parser's piece here, since it does not know headers of several lines. */
    @Override
    public void onPartHeader(String name, String value) {
      if (continued) {
        continued = false;
        headers.computeIfPresent(header, (key, start) -> start + ' ' + value);
      } else {
        String key = name.toLowerCase(Locale.ROOT);
        header = headers.putIfAbsent(key, value) == null ? key : "";
      }
      headerEnded = true;
      bytes.limit(bytes.position());
    }

    @Override
    public void onPartHeaders() {
      run(MultipartForm.this::begin);
    }

    @Override
    public void onPartContent(Content.Chunk chunk) {
      run(() -> write(chunk.getByteBuffer()));
    }

    @Override
    public void onPartEnd() {
      run(MultipartForm.this::endPart);
    }

    @Override
    public void onFailure(Throwable problem) {
      run(() -> {
        throw problem(problem);
      });
    }

    private void run(Runnable step) {
      if (failure == null) {
        try {
          step.run();
        } catch (RuntimeException e) {
          failure = e;
        }
      }
    }
  }

  /** Decodes Base64 with line breaks that arrives in chunks. */
  static final class Base64Bytes {
    private static final int GROUP = 4;

    private final ByteArrayOutputStream text = new ByteArrayOutputStream();

    /** Returns the decoded bytes of all complete groups so far. */
    ByteBuffer decode(ByteBuffer chunk) {
      while (chunk.hasRemaining()) {
        byte each = chunk.get();
        if (each != '\r' && each != '\n') {
          text.write(each);
        }
      }
      byte[] all = text.toByteArray();
      int whole = all.length - all.length % GROUP;
      text.reset();
      text.write(all, whole, all.length - whole);
      try {
        return Base64.getDecoder().decode(ByteBuffer.wrap(all, 0, whole));
      } catch (IllegalArgumentException e) {
        throw invalid();
      }
    }

    /** Fails if the text ends within a group. */
    void end() {
      if (text.size() > 0) {
        throw invalid();
      }
    }

    private static ValidationException invalid() {
      return new ValidationException(
          ErrorCode.FORM_INVALID, "", "a part of the form is not valid base64");
    }
  }

  /**
   * Header with parameters, such as Content-Disposition.
   *
   * @param value first part, in lower case
   * @param parameters values by name in lower case; the first one if a name occurs twice
   */
  record HeaderValue(String value, Map<String, String> parameters) {
    /** A quote within a value, which some clients do not escape, is not followed by a parameter. */
    private static final Pattern CLOSING_QUOTE =
        Pattern.compile("\"\\s*+(?:;\\s*+[\\w!#$%&'*+.^`|~-]++\\s*+=|;?+\\s*+$)");

    private static final Pattern ESCAPED = Pattern.compile("\\\\([\\\\\"])");

    static HeaderValue of(String header) {
      Map<String, String> parameters = new HashMap<>();
      int end = end(header, 0);
      String value = header.substring(0, end);
      for (int equals = header.indexOf('=', end); equals >= 0; equals = header.indexOf('=', end)) {
        String before = header.substring(end, equals);
        String name = lower(before.substring(before.lastIndexOf(';') + 1));
        String rest = header.substring(equals + 1);
        int start = equals + 1 + rest.length() - rest.stripLeading().length();
        if (header.startsWith("\"", start)) {
          int close = closingQuote(header, start + 1);
          String quoted = header.substring(start + 1, close);
          parameters.putIfAbsent(name, ESCAPED.matcher(quoted).replaceAll("$1"));
          end = end(header, close);
        } else {
          end = end(header, start);
          parameters.putIfAbsent(name, header.substring(start, end).strip());
        }
      }
      return new HeaderValue(lower(value), parameters);
    }

    private static String lower(String text) {
      return text.strip().toLowerCase(Locale.ROOT);
    }

    private static int end(String header, int from) {
      int semicolon = header.indexOf(';', from);
      return semicolon < 0 ? header.length() : semicolon;
    }

    /**
     * Returns the position of the quote that ends a value. If no quote without a backslash does,
     * the last one with a backslash does: browsers do not escape a backslash at the end of a name.
     */
    private static int closingQuote(String header, int from) {
      Matcher quote = CLOSING_QUOTE.matcher(header);
      int last = header.length();
      for (int at = from; quote.find(at); at = last + 1) {
        last = quote.start();
        if (!isEscaped(header, last)) {
          return last;
        }
      }
      return last;
    }

    private static boolean isEscaped(String header, int quote) {
      int first = quote;
      while (header.charAt(first - 1) == '\\') {
        first--;
      }
      return (quote - first) % 2 == 1;
    }
  }

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

    /**
     * Percent-encoded text (RFC 7578, section 2): it has no other characters that need encoding.
     */
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
            ErrorCode.FORM_INVALID,
            "",
            "a part of the form has no Content-Disposition with a name");
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
}
