/**
 * The gate as values in memory: bans, bait paths, rate limits, client addresses, tokens and keys.
 * Nothing here knows HTTP, and what is stored is the business of {@code access}.
 */
package dev.gatehouse.security;
