package dev.gatehouse.areas.media;

import module java.base;

/**
 * The keys that encrypt and authenticate sequences. For each of the owner's keys, HKDF-SHA256
 * derives two keys and a name. The name in an envelope identifies the key.
 */
public final class DnaKeys {
  /** Length of a key's name in bytes. */
  static final int NAME = 4;

  private static final int KEY = 32;
  private static final int LEAST = 32;

  private final Map<String, Pair> pairs = new LinkedHashMap<>();
  private final Pair firstPair;

  /**
   * The keys derived from one of the owner's keys.
   *
   * @param name identifies the keys in an envelope
   */
  record Pair(byte[] name, SecretKey encryption, SecretKey authentication) {
    String hexName() {
      return HexFormat.of().formatHex(name);
    }
  }

  /**
   * @param keys in hexadecimal, at least 32 bytes each; the first encrypts, all decrypt
   */
  public DnaKeys(List<String> keys) {
    for (String key : keys) {
      Pair pair = derive(HexFormat.of().parseHex(key));
      pairs.putIfAbsent(HexFormat.of().formatHex(pair.name()), pair);
    }
    firstPair = pairs.values().iterator().next();
  }

  Pair newest() {
    return firstPair;
  }

  /** Returns the names of all keys in hexadecimal, which reveal nothing about the keys. */
  Set<String> names() {
    return Collections.unmodifiableSet(pairs.keySet());
  }

  Pair named(byte[] name) throws IOException {
    String hex = HexFormat.of().formatHex(name);
    Pair pair = pairs.get(hex);
    if (pair == null) {
      throw new MissingDnaKeyException(hex);
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

  /** Thrown if a sequence was encrypted with a key that this node does not have. */
  static final class MissingDnaKeyException extends IOException {
    /**
     * @param name name of the key, in hexadecimal
     */
    MissingDnaKeyException(String name) {
      super(
          "encrypted with the key "
              + name
              + ", which this node does not have: add the earlier key to media.dnaKey");
    }
  }
}
