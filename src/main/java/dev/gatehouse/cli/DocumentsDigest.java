package dev.gatehouse.cli;

import dev.gatehouse.formats.Sha256;
import java.math.BigInteger;
import java.util.Locale;

/**
 * A digest of documents that is the same in whatever order they come: the sum of the SHA-256 of
 * each, of all its BSON and so of the types of its values, too.
 */
final class DocumentsDigest {
  private static final BigInteger MODULUS = BigInteger.ONE.shiftLeft(256);

  private BigInteger sum = BigInteger.ZERO;
  private long count;

  void add(byte[] document) {
    sum = sum.add(new BigInteger(1, Sha256.digest().digest(document))).mod(MODULUS);
    count++;
  }

  /** Returns how many documents there were. */
  long count() {
    return count;
  }

  /** The digest as 64 hexadecimal digits. */
  String text() {
    return String.format(Locale.ROOT, "%064x", sum);
  }
}
