package dev.gatehouse.bus;

import java.util.Set;

/**
 * The maker of a call.
 *
 * @param address the key that limits and bans count by: an IPv4 address or an IPv6 /64
 * @param bannable false when banning this address could lock out the world (a proxy that is not
 *     declared)
 * @param role what the credential is good for
 * @param subject the token's subject or the API key's name; empty without a credential
 * @param tokenId the token's {@code jti}; empty for keys and without a credential
 * @param tokenExpiry the token's {@code exp} in seconds since the epoch; 0 where there is none
 * @param scopes an API key's scopes; empty otherwise
 */
public record Caller(
    String address,
    boolean bannable,
    Role role,
    String subject,
    String tokenId,
    long tokenExpiry,
    Set<String> scopes) {

  public Caller {
    role = role == null ? Role.NOBODY : role;
    subject = NullText.nullToEmpty(subject);
    tokenId = NullText.nullToEmpty(tokenId);
    scopes = scopes == null ? Set.of() : scopes;
  }

  /** The node itself or its owner at the command line. */
  public static Caller owner(String subject) {
    return new Caller("", false, Role.OPERATOR, subject, "", 0, Set.of());
  }

  /** A caller who has shown no credential yet. */
  public static Caller nobody(String address, boolean bannable) {
    return new Caller(address, bannable, Role.NOBODY, "", "", 0, Set.of());
  }

  /** This address with a credential. */
  public Caller as(
      Role newRole,
      String newSubject,
      String newTokenId,
      long newTokenExpiry,
      Set<String> newScopes) {
    return new Caller(
        address, bannable, newRole, newSubject, newTokenId, newTokenExpiry, newScopes);
  }

  public boolean operator() {
    return role == Role.OPERATOR;
  }
}
