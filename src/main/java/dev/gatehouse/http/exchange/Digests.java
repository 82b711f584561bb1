package dev.gatehouse.http.exchange;

import dev.gatehouse.formats.Sha256;

/** Hashes for entity tags. */
public final class Digests {
  private Digests() {}

  /** Returns the first 128 bits of SHA-256, in hex. */
  public static String sha256(byte[] bytes) {
    return Sha256.hex(bytes).substring(0, 32);
  }
}
