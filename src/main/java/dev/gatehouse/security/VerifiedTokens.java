package dev.gatehouse.security;

import module java.base;

/**
 * Cache of tokens whose signature is valid, since a client sends the same token with every request.
 * Expiry and revocation are checked elsewhere on each request.
 *
 * <p>The duration of a lookup reveals nothing about a token's text. Texts are compared only if
 * their 32-bit hashes are equal, and then completely.
 */
final class VerifiedTokens {
  private final Map<Text, TokenClaims> known = new ConcurrentHashMap<>();
  private final int maxTokens;

  VerifiedTokens(int maxTokens) {
    this.maxTokens = maxTokens;
  }

  /** Returns the claims of a token; null if it has not been verified recently. */
  TokenClaims find(String token) {
    return known.get(new Text(token));
  }

  void keep(String token, TokenClaims claims) {
    if (known.size() >= maxTokens) {
      // Clearing everything is rare and cheap: active tokens are verified once more.
      known.clear();
    }
    known.put(new Text(token), claims);
  }

  /** Token as a map key. */
  private static final class Text {
    private final byte[] bytes;
    private final int hash;

    Text(String token) {
      // Characters beyond Latin-1 become question marks, which no verified token contains.
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

    /**
     * Compares byte arrays of equal length in constant time, like {@code MessageDigest.isEqual}.
     */
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
