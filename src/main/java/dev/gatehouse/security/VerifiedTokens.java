package dev.gatehouse.security;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tokens whose signature has been checked already: a client sends the same one with every request.
 * Expiry and revocation are judged anew each time; they are not this class's business.
 *
 * <p>The time of a look-up says nothing of a token's letters: only where all 32 bits of two hashes
 * agree are the texts compared, and then all of them, however soon they differ.
 */
final class VerifiedTokens {
  private final Map<Text, TokenClaims> known = new ConcurrentHashMap<>();
  private final int maxTokens;

  VerifiedTokens(int maxTokens) {
    this.maxTokens = maxTokens;
  }

  /** Null if the token has not been verified lately. */
  TokenClaims find(String token) {
    return known.get(new Text(token));
  }

  void keep(String token, TokenClaims claims) {
    if (known.size() >= maxTokens) {
      // Rare and cheap: whoever is still here is verified once more.
      known.clear();
    }
    known.put(new Text(token), claims);
  }

  /** A token as a key of the map. */
  private static final class Text {
    private final byte[] bytes;
    private final int hash;

    Text(String token) {
      // Letters beyond Latin-1 become question marks, of which no verified token has one.
      this.bytes = token.getBytes(StandardCharsets.ISO_8859_1);
      this.hash = token.hashCode();
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Text text
          && hash == text.hash
          && bytes.length == text.bytes.length
          && same(ByteBuffer.wrap(bytes), ByteBuffer.wrap(text.bytes));
    }

    /** In the same time for all of one length, as {@code MessageDigest.isEqual} byte by byte. */
    private static boolean same(ByteBuffer one, ByteBuffer other) {
      long difference = 0;
      while (one.remaining() >= Long.BYTES) {
        difference |= one.getLong() ^ other.getLong();
      }
      while (one.hasRemaining()) {
        difference |= one.get() ^ other.get();
      }
      return difference == 0;
    }
  }
}
