package dev.gatehouse.areas.media;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.crypto.KDF;
import javax.crypto.SecretKey;
import javax.crypto.spec.HKDFParameterSpec;

/**
 * The keys that sequences are encrypted and authenticated with: for each of the owner's keys two of
 * its own, by HKDF-SHA256, and a name by which an envelope says which it was.
 */
public final class DnaKeys {
  /** Bytes of a key's name. */
  static final int NAME = 4;

  private static final int KEY = 32;
  private static final int LEAST = 32;

  private final Map<String, Pair> pairs = new LinkedHashMap<>();
  private final Pair first;

  /**
   * The keys that follow from one of the owner's.
   *
   * @param name so that an envelope can say which it was
   */
  record Pair(byte[] name, SecretKey encryption, SecretKey authentication) {}

  /**
   * @param keys in hexadecimal, 32 bytes or more each; the first encrypts, the others still decrypt
   */
  public DnaKeys(List<String> keys) {
    for (String key : keys) {
      Pair pair = derive(HexFormat.of().parseHex(key));
      pairs.putIfAbsent(HexFormat.of().formatHex(pair.name()), pair);
    }
    first = pairs.values().iterator().next();
  }

  Pair newest() {
    return first;
  }

  /** The pair of this name. */
  Pair named(byte[] name) throws IOException {
    Pair pair = pairs.get(HexFormat.of().formatHex(name));
    if (pair == null) {
      throw new IOException("encrypted with a key that this node does not have");
    }
    return pair;
  }

  private static Pair derive(byte[] key) {
    if (key.length < LEAST) {
      throw new IllegalArgumentException("a DNA key has 32 bytes or more");
    }
    try {
      KDF hkdf = KDF.getInstance("HKDF-SHA256");
      byte[] name =
          Arrays.copyOf(hkdf.deriveData(parameters(key, "gatehouse dna key name", KEY)), NAME);
      return new Pair(
          name,
          hkdf.deriveKey("AES", parameters(key, "gatehouse dna encryption", KEY)),
          hkdf.deriveKey("HmacSHA256", parameters(key, "gatehouse dna authentication", KEY)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // every JDK from 25 on has it
    }
  }

  private static HKDFParameterSpec parameters(byte[] key, String use, int length) {
    return HKDFParameterSpec.ofExtract()
        .addIKM(key)
        .thenExpand(use.getBytes(java.nio.charset.StandardCharsets.US_ASCII), length);
  }
}
