package dev.gatehouse.http;

import module java.base;

import dev.gatehouse.RawClient;
import dev.gatehouse.TestNode;

/** Multipart forms of audio uploads in wire format. Every character is one byte. */
final class Forms {
  static final String OWNER = "X-API-Key: " + TestNode.KEY;
  static final String TYPE = "Content-Type: multipart/form-data; boundary=b";

  private Forms() {}

  /** Returns the head of the owner's upload. */
  static String head(String... headers) {
    String[] all = Arrays.copyOf(headers, headers.length + 2);
    all[headers.length] = OWNER;
    all[headers.length + 1] = TYPE;
    return RawClient.head("POST /audio/upload", all);
  }

  /** Returns a file part. */
  static String part(String field, String name, byte[] bytes) {
    var out = new ByteArrayOutputStream();
    out.writeBytes(
        ("--b\r\nContent-Disposition: form-data; name=\""
                + field
                + "\"; filename=\""
                + name
                + "\"\r\nContent-Type: audio/wav\r\n\r\n")
            .getBytes(StandardCharsets.ISO_8859_1));
    out.writeBytes(bytes);
    return out.toString(StandardCharsets.ISO_8859_1) + "\r\n";
  }

  /** Returns a text part. */
  static String text(String field, String value) {
    return "--b\r\nContent-Disposition: form-data; name=\"" + field + "\"\r\n\r\n" + value + "\r\n";
  }
}
