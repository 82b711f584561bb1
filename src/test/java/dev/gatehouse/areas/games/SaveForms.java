package dev.gatehouse.areas.games;

import module java.base;

import dev.gatehouse.Client;

/** Uploads of world saves, and files that look like some. */
public final class SaveForms {
  public static final String PATH = "/games/blockgame/save";
  private static final String TYPE = "multipart/form-data; boundary=b";

  private SaveForms() {}

  /** The upload of a file of a server. */
  public static Client.Request upload(
      Client.Request request, String serverName, String filename, byte[] bytes) {
    var form = new ByteArrayOutputStream();
    form.writeBytes(field("serverName", serverName));
    form.writeBytes(
        ("--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\""
                + filename
                + "\"\r\nContent-Type: application/zip\r\n\r\n")
            .getBytes(StandardCharsets.UTF_8));
    form.writeBytes(bytes);
    form.writeBytes("\r\n--b--\r\n".getBytes(StandardCharsets.UTF_8));
    return request.body(TYPE, form.toByteArray());
  }

  private static byte[] field(String name, String value) {
    String field =
        "--b\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value + "\r\n";
    return value == null ? new byte[0] : field.getBytes(StandardCharsets.UTF_8);
  }

  /** Bytes that begin like a zip file's, unlike each other by seed. */
  public static byte[] world(int seed, int length) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    byte[] magic = {'P', 'K', 3, 4};
    System.arraycopy(magic, 0, bytes, 0, Math.min(magic.length, length));
    return bytes;
  }
}
