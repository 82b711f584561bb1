package dev.gatehouse.security;

import java.time.Instant;

/**
 * The standing of an address by what is stored.
 *
 * @param end of its ban; null when it is for good, or there is none
 */
public record BanStatus(boolean banned, Instant end) {}
