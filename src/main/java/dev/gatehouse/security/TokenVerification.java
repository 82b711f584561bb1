package dev.gatehouse.security;

/** The worth of a presented token. */
public sealed interface TokenVerification {

  /** Ours and in time; whether it was revoked is not a question to the token. */
  record Valid(TokenClaims claims) implements TokenVerification {}

  /** Ours, but its time is over: no reason to suspect the bearer. */
  record Expired(TokenClaims claims) implements TokenVerification {}

  /** Not ours: a bad signature, another algorithm, issuer or audience, or no token at all. */
  record Forged() implements TokenVerification {}
}
