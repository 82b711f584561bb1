package dev.gatehouse.areas.calendar.google;

import module java.base;

import io.vertx.core.json.JsonObject;

/** Service account key file for the simulator. */
public final class KeyFile {
  /** Made once per JVM, because that takes longer than a test. */
  private static final KeyPair KEYS = generate();

  private KeyFile() {}

  public static KeyPair keys() {
    return KEYS;
  }

  private static KeyPair generate() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the file as downloaded from the provider's console. */
  public static String of(KeyPair keys) {
    String pem =
        "-----BEGIN PRIVATE KEY-----\n"
            + Base64.getMimeEncoder().encodeToString(keys.getPrivate().getEncoded())
            + "\n-----END PRIVATE KEY-----\n";
    return new JsonObject()
        .put("type", "service_account")
        .put("client_email", "svc@proj.iam.gserviceaccount.com")
        .put("private_key_id", "k1")
        .put("private_key", pem)
        .encode();
  }
}
