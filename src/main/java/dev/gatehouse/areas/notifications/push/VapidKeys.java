package dev.gatehouse.areas.notifications.push;

import module java.base;

import com.zerodeplibs.webpush.VAPIDKeyPair;
import com.zerodeplibs.webpush.VAPIDKeyPairs;
import com.zerodeplibs.webpush.jwt.VAPIDJWTParam;
import com.zerodeplibs.webpush.key.PrivateKeySources;
import com.zerodeplibs.webpush.key.PublicKeySources;

/**
 * Key pair that identifies this service to push services (RFC 8292). Subscriptions are bound to it,
 * so a new pair invalidates all of them.
 */
public final class VapidKeys {
  private static final Duration LIFETIME = Duration.ofHours(12);
  private static final Duration REUSED = Duration.ofHours(11);
  private static final int MAX_ORIGINS = 100;

  private final VAPIDKeyPair pair;
  private final String contact;
  private final InstantSource clock;
  private final Map<String, Signed> signed = new ConcurrentHashMap<>();

  private record Signed(String authorization, Instant until) {}

  /**
   * @param stored the text from {@link #generate}
   * @param contact mailto: or https: address for push services
   */
  public VapidKeys(String stored, String contact, InstantSource clock) {
    String[] halves = stored.split("\\.");
    this.pair =
        VAPIDKeyPairs.of(
            PrivateKeySources.ofPKCS8Bytes(Base64.getUrlDecoder().decode(halves[0])),
            PublicKeySources.ofX509Bytes(Base64.getUrlDecoder().decode(halves[1])));
    this.contact = contact;
    this.clock = clock;
  }

  /** Generates a pair as text, which must be kept secret. */
  public static String generate(SecureRandom random) {
    try {
      var generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"), random);
      KeyPair made = generator.generateKeyPair();
      var base64 = Base64.getUrlEncoder().withoutPadding();
      return base64.encodeToString(made.getPrivate().getEncoded())
          + "."
          + base64.encodeToString(made.getPublic().getEncoded());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the public key for a page's {@code applicationServerKey}. */
  String publicKey() {
    return pair.extractPublicKeyInUncompressedFormAsString();
  }

  /** Returns the Authorization header for a push service. A signature is reused for half a day. */
  String authorization(String origin) {
    Instant now = clock.instant();
    if (signed.size() > MAX_ORIGINS) {
      signed.clear();
    }
    return signed
        .compute(
            origin,
            (key, known) -> known != null && known.until().isAfter(now) ? known : sign(key, now))
        .authorization();
  }

  private Signed sign(String origin, Instant now) {
    String value =
        pair.generateAuthorizationHeaderValue(
            VAPIDJWTParam.getBuilder()
                .resourceURLString(origin)
                .expirationTime(now.plus(LIFETIME))
                .subject(contact)
                .build());
    return new Signed(value, now.plus(REUSED));
  }
}
