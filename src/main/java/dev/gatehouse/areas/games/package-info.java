/**
 * The block game's server: world saves, operators and whitelist, and the log of who changed what.
 */
package dev.gatehouse.areas.games;
