package dev.gatehouse.security;

/** Result of verifying a presented token. */
public sealed interface TokenVerification {

  /** Valid signature and not expired. Revocation is checked elsewhere. */
  record Valid(TokenClaims claims) implements TokenVerification {}

  /** Valid signature but expired, which is no reason to suspect the bearer. */
  record Expired(TokenClaims claims) implements TokenVerification {}

  /**
   * Not issued by this service: bad signature, another algorithm, issuer or audience, or not a
   * token.
   */
  record Forged() implements TokenVerification {}
}
