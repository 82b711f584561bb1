package dev.gatehouse.cli;

import dev.gatehouse.formats.Sha256;
import java.math.BigInteger;
import java.util.Locale;

/**
 * Digest of documents that does not depend on their order. It is the sum of the SHA-256 digests of
 * each document's BSON, which includes the types of its values.
 */
final class DocumentsDigest {
  private static final BigInteger MODULUS = BigInteger.ONE.shiftLeft(256);

  private BigInteger sum = BigInteger.ZERO;
  private long count;

  void add(byte[] document) {
    sum = sum.add(new BigInteger(1, Sha256.digest().digest(document))).mod(MODULUS);
    count++;
  }

  long count() {
    return count;
  }

  /** Returns the digest as 64 hexadecimal digits. */
  String text() {
    return String.format(Locale.ROOT, "%064x", sum);
  }
}
