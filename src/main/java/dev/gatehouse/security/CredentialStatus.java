package dev.gatehouse.security;

/**
 * The standing of a credential by what is stored.
 *
 * @param revoked whether the token that was asked about is
 * @param key that has one of the hashes that were asked about; null when none has
 */
public record CredentialStatus(boolean revoked, ApiKey key) {}
