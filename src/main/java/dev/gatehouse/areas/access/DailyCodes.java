package dev.gatehouse.areas.access;

import dev.gatehouse.security.PermanentCode;
import dev.gatehouse.settings.OwnerZone;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The daily codes. A code follows from a secret and its day, so every node has the same one,
 * whenever it started; a code lives from 9 AM Eastern time to the next 9 AM.
 */
public final class DailyCodes {
  /** Without 0 O, 1 I L: what is read aloud or typed from a screen comes out right. */
  static final String ALPHABET = PermanentCode.ALPHABET;

  static final int LENGTH = 10;

  private static final LocalTime GENERATION = LocalTime.of(9, 0);
  private static final int UNBIASED = 256 - 256 % ALPHABET.length();
  private static final String HMAC = "HmacSHA256";

  private final SecretKeySpec pepper;

  /**
   * @param pepper the secret that the codes follow from
   */
  public DailyCodes(String pepper) {
    this.pepper = new SecretKeySpec(pepper.getBytes(StandardCharsets.UTF_8), HMAC);
  }

  /** The Eastern day of the generation whose code lives at this time. */
  public static LocalDate day(Instant time) {
    ZonedDateTime eastern = time.atZone(OwnerZone.ID);
    LocalDate date = eastern.toLocalDate();
    return eastern.toLocalTime().isBefore(GENERATION) ? date.minusDays(1) : date;
  }

  /** When the day's code comes into force. */
  public static Instant validFrom(LocalDate day) {
    return day.atTime(GENERATION).atZone(OwnerZone.ID).toInstant();
  }

  /** When the day's code is over, which is when the next one comes into force. */
  public static Instant validUntil(LocalDate day) {
    return validFrom(day.plusDays(1));
  }

  /**
   * The code of a day: 10 letters and digits.
   *
   * @param reissue how often the day's code has been replaced
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
   * Returns whether this is the day's code, in time that tells nothing; small letters and blanks
   * around it are forgiven.
   */
  public boolean matches(String presented, LocalDate day, int reissue) {
    return MessageDigest.isEqual(
        presented.strip().toUpperCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8),
        code(day, reissue).getBytes(StandardCharsets.UTF_8));
  }

  private byte[] hmac(String text) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(pepper);
      return mac.doFinal(text.getBytes(StandardCharsets.US_ASCII));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
