package dev.gatehouse.security;

import module java.base;

import io.vertx.core.buffer.Buffer;
import io.vertx.ext.auth.PubSecKeyOptions;

/** Secret that signs tokens, with the id ({@code kid}) that a token's header refers to. */
record SigningKey(String id, String secret) {
  static final String ALGORITHM = "HS256";

  private static final int SHORTEST = 32;
  private static final int ID_LENGTH = 12;

  static SigningKey of(String secret) {
    byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
    if (bytes.length < SHORTEST) {
      throw new IllegalArgumentException(
          "the JWT secret has "
              + bytes.length
              + " bytes and needs "
              + SHORTEST
              + " or more: create one with `openssl rand -base64 48`, or omit it to generate one");
    }
    return new SigningKey(id(bytes), secret);
  }

  /**
   * Returns an id that is the same on every node and after a restart, and reveals nothing about the
   * secret.
   */
  private static String id(byte[] secret) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret, "HmacSHA256"));
      byte[] digest = mac.doFinal("kid".getBytes(StandardCharsets.US_ASCII));
      return Base64.getUrlEncoder().encodeToString(digest).substring(0, ID_LENGTH);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  PubSecKeyOptions options() {
    return new PubSecKeyOptions()
        .setAlgorithm(ALGORITHM)
        .setId(id)
        .setBuffer(Buffer.buffer(secret.getBytes(StandardCharsets.UTF_8)));
  }

  @Override
  public String toString() {
    return "SigningKey " + id;
  }
}
