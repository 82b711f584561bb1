package dev.gatehouse.areas.calendar.google;

import module java.base;

import dev.gatehouse.Unchecked;
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
    KeyPairGenerator generator = Unchecked.get(() -> KeyPairGenerator.getInstance("RSA"));
    generator.initialize(2048);
    return generator.generateKeyPair();
  }

  /** Returns the file as downloaded from the provider's console. */
  public static String of(KeyPair keys) {
    String pem =
        "-----BEGIN PRIVATE KEY-----\n"
            + Base64.getMimeEncoder().encodeToString(keys.getPrivate().getEncoded())
            + "\n-----END PRIVATE KEY-----\n";
    return JsonObject.of("type", "service_account", "private_key_id", "k1", "private_key", pem)
        .put("client_email", "svc@proj.iam.gserviceaccount.com")
        .encode();
  }
}
