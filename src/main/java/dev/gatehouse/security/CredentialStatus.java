package dev.gatehouse.security;

/**
 * Stored state of a credential.
 *
 * @param revoked whether the given token is revoked
 * @param key stored key with one of the given hashes; null if no key matches
 */
public record CredentialStatus(boolean revoked, ApiKey key) {}
