/**
 * In-memory access control: bans, honeypot paths, rate limits, client addresses, tokens and keys.
 * It does not depend on HTTP. The {@code access} area stores the data.
 */
package dev.gatehouse.security;
