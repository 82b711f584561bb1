package dev.gatehouse.bus;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.Set;

/**
 * The maker of a call.
 *
 * @param address the key that limits and bans count by: an IPv4 address or an IPv6 /64
 * @param bannable false when banning this address could lock out the world (a proxy that is not
 *     declared)
 * @param role what the credential is good for
 * @param subject the token's subject or the API key's name; empty without a credential
 * @param token the token that was shown
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
    role = role == null ? Role.NOBODY : role;
    subject = NullText.nullToEmpty(subject);
    scopes = scopes == null ? Set.of() : scopes;
  }

  /**
   * The token that was shown.
   *
   * @param tokenId its {@code jti}; empty for keys and without a credential
   * @param tokenExpiry its {@code exp} in seconds since the epoch; 0 where there is none
   */
  public record Token(String tokenId, long tokenExpiry) {
    public static final Token NONE = new Token("", 0);

    public Token {
      tokenId = NullText.nullToEmpty(tokenId);
    }
  }

  public String tokenId() {
    return token.tokenId();
  }

  public long tokenExpiry() {
    return token.tokenExpiry();
  }

  /** The node itself or its owner at the command line. */
  public static Caller owner(String subject) {
    return new Caller("", false, Role.OPERATOR, subject, Token.NONE, Set.of());
  }

  /** A caller who has shown no credential yet. */
  public static Caller anonymous(String address, boolean bannable) {
    return new Caller(address, bannable, Role.NOBODY, "", Token.NONE, Set.of());
  }

  /** This address with a credential. */
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
