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
}
