package dev.gatehouse.areas.notifications.push;

import module java.base;

import io.vertx.core.json.JsonObject;

/** A browser's keys for a subscription, and the decryption of messages (RFC 8188 and 8291). */
public final class PushSubscriber {
  private static final int COORDINATE = 32;

  private final PrivateKey privateKey;
  private final ECPublicKey publicKey;
  private final byte[] auth;

  PushSubscriber(PrivateKey privateKey, ECPublicKey publicKey, byte[] auth) {
    this.privateKey = privateKey;
    this.publicKey = publicKey;
    this.auth = auth;
  }

  public static PushSubscriber fresh() {
    try {
      var generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      KeyPair pair = generator.generateKeyPair();
      byte[] auth = new byte[16];
      new SecureRandom().nextBytes(auth);
      return new PushSubscriber(pair.getPrivate(), (ECPublicKey) pair.getPublic(), auth);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The PushSubscription as a page sends it. */
  public JsonObject subscription(String endpoint) {
    var base64 = Base64.getUrlEncoder().withoutPadding();
    return JsonObject.of("endpoint", endpoint)
        .putNull("expirationTime")
        .put(
            "keys",
            new JsonObject()
                .put("p256dh", base64.encodeToString(point(publicKey)))
                .put("auth", base64.encodeToString(auth)));
  }

  /** Returns the private key, so that another implementation can decrypt the message. */
  String privateScalar() {
    byte[] scalar = ((java.security.interfaces.ECPrivateKey) privateKey).getS().toByteArray();
    byte[] fixed = new byte[COORDINATE];
    int length = Math.min(scalar.length, COORDINATE);
    System.arraycopy(scalar, scalar.length - length, fixed, COORDINATE - length, length);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(fixed);
  }

  String authSecret() {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(auth);
  }

  /** The message's plain text. */
  public String open(byte[] message) {
    try {
      ByteBuffer in = ByteBuffer.wrap(message);
      byte[] salt = take(in, 16);
      in.getInt();
      byte[] senderPoint = take(in, in.get() & 0xff);
      byte[] sealed = take(in, in.remaining());
      byte[] secret = agree(senderPoint);
      byte[] info =
          join(
              "WebPush: info\0".getBytes(StandardCharsets.US_ASCII), point(publicKey), senderPoint);
      byte[] input = hkdf(auth, secret, info, 32);
      byte[] key =
          hkdf(
              salt, input, "Content-Encoding: aes128gcm\0".getBytes(StandardCharsets.US_ASCII), 16);
      byte[] nonce =
          hkdf(salt, input, "Content-Encoding: nonce\0".getBytes(StandardCharsets.US_ASCII), 12);
      Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(
          Cipher.DECRYPT_MODE, new SecretKeySpec(key, "AES"), new GCMParameterSpec(128, nonce));
      byte[] padded = cipher.doFinal(sealed);
      int end = padded.length - 1;
      while (padded[end] == 0) {
        end--;
      }
      if (padded[end] != 2) {
        throw new IllegalStateException("not the last record");
      }
      return new String(padded, 0, end, StandardCharsets.UTF_8);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private byte[] agree(byte[] senderPoint) throws GeneralSecurityException {
    var agreement = KeyAgreement.getInstance("ECDH");
    agreement.init(privateKey);
    agreement.doPhase(publicKey(senderPoint), true);
    return agreement.generateSecret();
  }

  ECPublicKey publicKey(byte[] point) throws GeneralSecurityException {
    var x = new BigInteger(1, Arrays.copyOfRange(point, 1, 1 + COORDINATE));
    var y = new BigInteger(1, Arrays.copyOfRange(point, 1 + COORDINATE, point.length));
    return (ECPublicKey)
        KeyFactory.getInstance("EC")
            .generatePublic(new ECPublicKeySpec(new ECPoint(x, y), publicKey.getParams()));
  }

  private static byte[] point(ECPublicKey key) {
    ByteBuffer out = ByteBuffer.allocate(1 + 2 * COORDINATE).put((byte) 4);
    for (BigInteger coordinate :
        new BigInteger[] {key.getW().getAffineX(), key.getW().getAffineY()}) {
      byte[] bytes = coordinate.toByteArray();
      int skip = Math.max(0, bytes.length - COORDINATE);
      out.put(new byte[COORDINATE - bytes.length + skip]).put(bytes, skip, bytes.length - skip);
    }
    return out.array();
  }

  private static byte[] hkdf(byte[] salt, byte[] input, byte[] info, int length)
      throws GeneralSecurityException {
    byte[] extracted = hmac(salt, input);
    return Arrays.copyOf(hmac(extracted, join(info, new byte[] {1})), length);
  }

  private static byte[] hmac(byte[] key, byte[] data) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    return mac.doFinal(data);
  }

  private static byte[] join(byte[]... parts) {
    ByteBuffer out = ByteBuffer.allocate(Arrays.stream(parts).mapToInt(part -> part.length).sum());
    Arrays.stream(parts).forEach(out::put);
    return out.array();
  }

  private static byte[] take(ByteBuffer in, int length) {
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }
}
