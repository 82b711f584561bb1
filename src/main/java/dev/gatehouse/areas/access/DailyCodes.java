package dev.gatehouse.areas.access;

import module java.base;

import dev.gatehouse.security.PermanentCode;

/**
 * Derives the daily codes from a secret and the day, so every node has the same code regardless of
 * its start. A code is valid from 9 AM in the owner's time zone to the next 9 AM.
 */
public final class DailyCodes {
  /** Excludes 0, O, 1, I and L, which are easily confused when read aloud or typed. */
  static final String ALPHABET = PermanentCode.ALPHABET;

  static final int LENGTH = 10;

  private static final LocalTime GENERATION = LocalTime.of(9, 0);
  private static final int UNBIASED = 256 - 256 % ALPHABET.length();
  private static final String HMAC = "HmacSHA256";

  private final SecretKeySpec pepperKey;
  private final ZoneId zone;

  /**
   * @param pepperKey the secret that the codes are derived from
   */
  public DailyCodes(String pepperKey, ZoneId zone) {
    this.zone = zone;
    this.pepperKey = new SecretKeySpec(pepperKey.getBytes(StandardCharsets.UTF_8), HMAC);
  }

  /** Returns the owner's day whose code is valid at this time. */
  public LocalDate day(Instant time) {
    ZonedDateTime local = time.atZone(zone);
    LocalDate date = local.toLocalDate();
    return local.toLocalTime().isBefore(GENERATION) ? date.minusDays(1) : date;
  }

  /** Returns when the day's code becomes valid. */
  public Instant validFrom(LocalDate day) {
    return day.atTime(GENERATION).atZone(zone).toInstant();
  }

  /**
   * Returns the code of a day: 10 characters, {@code A-Z} and {@code 2-9}.
   *
   * @param reissue number of times that the day's code has been replaced
   */
  public String code(LocalDate day, int reissue) {
    StringBuilder code = new StringBuilder(LENGTH);
    for (int block = 0; code.length() < LENGTH; block++) {
      for (byte octet : hmac(day + "|" + reissue + "|" + block)) {
        int value = octet & 0xff;
        if (value < UNBIASED && code.length() < LENGTH) {
          code.append(ALPHABET.charAt(value % ALPHABET.length()));
        }
      }
    }
    return code.toString();
  }

  /**
   * Returns whether this is the day's code, in constant time. Ignores case and surrounding blanks.
   */
  public boolean matches(String presented, LocalDate day, int reissue) {
    return MessageDigest.isEqual(
        presented.strip().toUpperCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8),
        code(day, reissue).getBytes(StandardCharsets.UTF_8));
  }

  private byte[] hmac(String text) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(pepperKey);
      return mac.doFinal(text.getBytes(StandardCharsets.US_ASCII));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
