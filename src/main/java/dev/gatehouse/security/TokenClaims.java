package dev.gatehouse.security;

import dev.gatehouse.bus.Role;
import java.time.Instant;

/**
 * Claims of a token about its bearer.
 *
 * @param id the token's {@code jti}, by which it is revoked
 */
public record TokenClaims(String subject, Role role, String id, Instant expiry) {}
