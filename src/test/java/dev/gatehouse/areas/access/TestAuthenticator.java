package dev.gatehouse.areas.access;

import module java.base;

import dev.gatehouse.formats.Sha256;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.security.Signature;

/** An authenticator with one ES256 credential, in a browser that shows one origin. */
final class TestAuthenticator {
  static final String HOST = "gate.example.org";
  static final String ORIGIN = "https://" + HOST;

  private static final int PRESENT = 1;
  private static final int VERIFIED = 4;
  private static final int SYNCED = 8 + 16;
  private static final int WITH_KEY = 64;
  private static final SecureRandom RANDOM = new SecureRandom();

  /** Properties of the next response. */
  String origin = ORIGIN;

  String host = HOST;
  String type;
  boolean verified = true;
  boolean synced;
  long counter;

  private final byte[] id = new byte[16];
  private final KeyPair keys;

  TestAuthenticator() {
    RANDOM.nextBytes(id);
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      keys = generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the response to creation options, as a request to add a passkey. */
  JsonObject create(JsonObject options, String name) {
    var data = new ByteArrayOutputStream();
    data.writeBytes(authenticatorData(WITH_KEY));
    data.writeBytes(new byte[16]);
    data.writeBytes(ByteBuffer.allocate(2).putShort((short) id.length).array());
    data.writeBytes(id);
    data.writeBytes(publicKey());
    // {"fmt": "none", "attStmt": {}, "authData": data}
    var attestation = new ByteArrayOutputStream();
    attestation.write(0xa3);
    text(attestation, "fmt");
    text(attestation, "none");
    text(attestation, "attStmt");
    attestation.write(0xa0);
    text(attestation, "authData");
    attestation.write(0x58);
    attestation.write(data.size());
    attestation.writeBytes(data.toByteArray());
    String client = base64(clientData("webauthn.create", options));
    return JsonObject.of("name", name, "clientDataJSON", client)
        .put("attestationObject", base64(attestation.toByteArray()))
        .put("transports", JsonArray.of("internal", "hybrid"));
  }

  /** Returns the response to request options, as a request to sign in. */
  JsonObject sign(JsonObject options) {
    byte[] clientData = clientData("webauthn.get", options);
    byte[] data = authenticatorData(0);
    try {
      Signature signature = Signature.getInstance("SHA256withECDSA");
      signature.initSign(keys.getPrivate());
      signature.update(data);
      signature.update(Sha256.digest().digest(clientData));
      return JsonObject.of("id", credentialId(), "clientDataJSON", base64(clientData))
          .put("authenticatorData", base64(data))
          .put("signature", base64(signature.sign()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  String credentialId() {
    return base64(id);
  }

  private byte[] clientData(String usual, JsonObject options) {
    return JsonObject.of("origin", origin, "crossOrigin", false)
        .put("type", type == null ? usual : type)
        .put("challenge", options.getString("challenge"))
        .encode()
        .getBytes(StandardCharsets.UTF_8);
  }

  private byte[] authenticatorData(int flags) {
    int all = flags | PRESENT | (verified ? VERIFIED : 0) | (synced ? SYNCED : 0);
    return ByteBuffer.allocate(37)
        .put(Sha256.digest().digest(host.getBytes(StandardCharsets.UTF_8)))
        .put((byte) all)
        .putInt((int) counter)
        .array();
  }

  /** Returns the COSE key: {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
  private byte[] publicKey() {
    var point = ((ECPublicKey) keys.getPublic()).getW();
    var key = new ByteArrayOutputStream();
    key.writeBytes(new byte[] {(byte) 0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32});
    key.writeBytes(coordinate(point.getAffineX()));
    key.writeBytes(new byte[] {0x22, 0x58, 32});
    key.writeBytes(coordinate(point.getAffineY()));
    return key.toByteArray();
  }

  private static byte[] coordinate(BigInteger value) {
    byte[] bytes = value.toByteArray();
    byte[] fixed = new byte[32];
    int length = Math.min(32, bytes.length);
    System.arraycopy(bytes, bytes.length - length, fixed, 32 - length, length);
    return fixed;
  }

  private static void text(ByteArrayOutputStream out, String text) {
    out.write(0x60 + text.length());
    out.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
