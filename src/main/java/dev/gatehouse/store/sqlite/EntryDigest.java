package dev.gatehouse.store.sqlite;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Number and digest of a set of index entries, in any order. The digest is the sum of the first
 * halves of each entry's SHA-256.
 */
final class EntryDigest {
  private final MessageDigest sha;
  private final byte[] place = new byte[Long.BYTES];
  private long count;
  private long first;
  private long second;

  EntryDigest() {
    try {
      sha = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  void add(byte[] key, long position) {
    ByteBuffer.wrap(place).putLong(position);
    sha.update(place);
    ByteBuffer hash = ByteBuffer.wrap(sha.digest(key));
    count++;
    first += hash.getLong();
    second += hash.getLong();
  }

  long count() {
    return count;
  }

  boolean matches(EntryDigest other) {
    return count == other.count && first == other.first && second == other.second;
  }
}
