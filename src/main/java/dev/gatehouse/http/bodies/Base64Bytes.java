package dev.gatehouse.http.bodies;

import module java.base;

import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.contract.ValidationException;

/** Decodes Base64 with line breaks that arrives in chunks. */
final class Base64Bytes {
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
