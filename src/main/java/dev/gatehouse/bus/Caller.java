package dev.gatehouse.bus;

import module java.base;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * Caller of an operation.
 *
 * @param address the key that limits and bans use: an IPv4 address or an IPv6 /64
 * @param bannable false if a ban could block all clients, because the address may be an undeclared
 *     proxy
 * @param role role that the credential grants
 * @param subject the token's subject or the API key's name; empty without a credential
 * @param token the token that was presented
 * @param scopes an API key's scopes; empty otherwise
 */
public record Caller(
    String address,
    boolean bannable,
    Role role,
    String subject,
    @JsonUnwrapped Token token,
    Set<String> scopes) {

  public Caller {
    role = Objects.requireNonNullElse(role, Role.NOBODY);
    subject = Json.nullToEmpty(subject);
    scopes = Objects.requireNonNullElse(scopes, Set.of());
  }

  /**
   * Token that was presented.
   *
   * @param tokenId its {@code jti}; empty for keys and without a credential
   * @param tokenExpiry its {@code exp} in seconds since the epoch; 0 without a token
   */
  public record Token(String tokenId, long tokenExpiry) {
    public static final Token NONE = new Token("", 0);

    public Token {
      tokenId = Json.nullToEmpty(tokenId);
    }
  }

  public String tokenId() {
    return token.tokenId();
  }

  public long tokenExpiry() {
    return token.tokenExpiry();
  }

  /** Returns the caller for the node itself or its owner at the command line. */
  public static Caller owner(String subject) {
    return new Caller("", false, Role.OPERATOR, subject, Token.NONE, Set.of());
  }

  /** Returns a caller without a verified credential. */
  public static Caller anonymous(String address, boolean bannable) {
    return new Caller(address, bannable, Role.NOBODY, "", Token.NONE, Set.of());
  }

  /** Returns this address with a credential. */
  public Caller as(
      Role newRole,
      String newSubject,
      String newTokenId,
      long newTokenExpiry,
      Set<String> newScopes) {
    return new Caller(
        address, bannable, newRole, newSubject, new Token(newTokenId, newTokenExpiry), newScopes);
  }

  public boolean operator() {
    return role == Role.OPERATOR;
  }
}
