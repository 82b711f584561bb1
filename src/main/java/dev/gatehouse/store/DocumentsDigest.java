package dev.gatehouse.store;

import module java.base;

import dev.gatehouse.formats.Sha256;
import io.vertx.core.json.JsonObject;

/**
 * Digest of documents that does not depend on their order. It is the sum of the SHA-256 digests of
 * each document's {@link StoredJson}, which has the types and exact values of its fields.
 */
public final class DocumentsDigest {
  private static final BigInteger MODULUS = BigInteger.ONE.shiftLeft(256);

  private BigInteger sum = BigInteger.ZERO;
  private long count;

  public void add(JsonObject document) {
    MessageDigest digest = Sha256.digest();
    digest.update(StoredJson.encode(document).text());
    digest.update(StoredJson.text(document.getValue("_id")).getBytes(StandardCharsets.UTF_8));
    sum = sum.add(new BigInteger(1, digest.digest())).mod(MODULUS);
    count++;
  }

  public long count() {
    return count;
  }

  /** Returns the digest as 64 hexadecimal digits. */
  public String text() {
    return String.format(Locale.ROOT, "%064x", sum);
  }
}
