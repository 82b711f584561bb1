package dev.gatehouse.security;

import dev.gatehouse.bus.Role;
import java.time.Instant;

/**
 * Claims of a token about its bearer.
 *
 * @param id the token's {@code jti}, by which it is revoked
 * @param verifiedUntil time until which the bearer counts as verified for destructive operations;
 *     null if these operations need no verification
 */
public record TokenClaims(
    String subject, Role role, String id, Instant expiry, Instant verifiedUntil) {}
