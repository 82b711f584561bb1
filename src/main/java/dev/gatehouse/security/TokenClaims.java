package dev.gatehouse.security;

import dev.gatehouse.bus.Role;
import java.time.Instant;

/**
 * The claims that a token makes of its bearer.
 *
 * @param id the token's {@code jti}, by which it is revoked
 */
public record TokenClaims(String subject, Role role, String id, Instant expiry) {}
