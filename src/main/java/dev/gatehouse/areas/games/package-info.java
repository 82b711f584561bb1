/**
 * The block game's server: world saves, operators and whitelist, and the log of changes with their
 * authors.
 */
package dev.gatehouse.areas.games;
