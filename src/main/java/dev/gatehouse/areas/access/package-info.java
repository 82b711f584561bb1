/** The access area: codes, tokens, keys and bans as they are stored, shown and taken back. */
package dev.gatehouse.areas.access;
