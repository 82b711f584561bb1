package dev.gatehouse.gate;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tokens whose signature has been checked already: a client sends the same one with every request.
 * They are known by their digest, so that the time of a look-up says nothing of their letters.
 * Expiry and revocation are judged anew each time; they are not this class's business.
 */
final class VerifiedTokens {
  private final Map<ByteBuffer, TokenClaims> known = new ConcurrentHashMap<>();
  private final int maxTokens;

  VerifiedTokens(int maxTokens) {
    this.maxTokens = maxTokens;
  }

  /** A token's digest, under which it is kept and found. */
  static ByteBuffer digest(String token) {
    try {
      byte[] bytes = token.getBytes(StandardCharsets.UTF_8);
      return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** Null if the token has not been verified lately. */
  TokenClaims find(ByteBuffer digest) {
    return known.get(digest);
  }

  void keep(ByteBuffer digest, TokenClaims claims) {
    if (known.size() >= maxTokens) {
      // Rare and cheap: whoever is still here is verified once more.
      known.clear();
    }
    known.put(digest, claims);
  }
}
