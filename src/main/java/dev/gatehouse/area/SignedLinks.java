package dev.gatehouse.area;

import module java.base;

/**
 * Tokens for links that are sent to people without an account. A token permits one action, the
 * purpose, on one record, the id, until it expires. It cannot be forged or changed without the
 * secret, and it is not stored. A GET of such a link only shows a page, because mail programs open
 * links automatically. A POST performs the action.
 *
 * <p>A token is {@code id.expiry.signature}: the id, the seconds since the epoch in base 36, and
 * the HMAC-SHA256 of purpose, id and expiry in base64url. The signed text separates the three by
 * line feeds, which none of them can contain.
 */
public final class SignedLinks {
  private static final String HMAC = "HmacSHA256";
  private static final int RADIX = 36;
  private static final String NAME = "[A-Za-z0-9_-]{1,64}";
  private static final Pattern PURPOSE = Pattern.compile("[a-z][a-zA-Z0-9.]{1,63}");
  private static final Pattern TOKEN =
      Pattern.compile("(" + NAME + ")\\.([0-9a-z]{1,11})\\.([A-Za-z0-9_-]{43})");

  private final SecretKeySpec key;
  private final InstantSource clock;

  /**
   * @param secret shared by all nodes
   */
  public SignedLinks(String secret, InstantSource clock) {
    this.key = new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), HMAC);
    this.clock = clock;
  }

  /**
   * Returns the token of a link.
   *
   * @param purpose permitted action, {@code area.verb}
   * @param id id of a record: alphanumerics, - and _
   * @param until expiry time, in whole seconds
   */
  public String token(String purpose, String id, Instant until) {
    if (!PURPOSE.matcher(purpose).matches() || !id.matches(NAME)) {
      throw new IllegalArgumentException("invalid purpose or ID of a link: " + purpose);
    }
    String expiry = Long.toString(Math.max(0, until.getEpochSecond()), RADIX);
    return id + '.' + expiry + '.' + signature(purpose, id, expiry);
  }

  /**
   * Returns the id of the record that a token permits the purpose on. Empty if the token is
   * invalid, expired or for another purpose.
   */
  public Optional<String> id(String purpose, String token) {
    Matcher parts = TOKEN.matcher(token);
    if (!parts.matches()) {
      return Optional.empty();
    }
    byte[] right =
        signature(purpose, parts.group(1), parts.group(2)).getBytes(StandardCharsets.US_ASCII);
    boolean genuine =
        MessageDigest.isEqual(right, parts.group(3).getBytes(StandardCharsets.US_ASCII));
    return genuine && !over(parts.group(2)) ? Optional.of(parts.group(1)) : Optional.empty();
  }

  private boolean over(String expiry) {
    try {
      return !clock.instant().isBefore(Instant.ofEpochSecond(Long.parseLong(expiry, RADIX)));
    } catch (DateTimeException tooFarAhead) {
      return false;
    }
  }

  private String signature(String purpose, String id, String expiry) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(key);
      String signed = purpose + '\n' + id + '\n' + expiry;
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(mac.doFinal(signed.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
