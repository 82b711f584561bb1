package dev.gatehouse.security;

import java.time.Instant;

/**
 * Stored ban state of an address.
 *
 * @param end end of its ban; null if the ban is permanent or the address is not banned
 */
public record BanStatus(boolean banned, Instant end) {}
