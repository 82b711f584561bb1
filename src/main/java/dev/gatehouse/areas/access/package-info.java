/** Access area: stores, shows and revokes codes, tokens, keys and bans. */
package dev.gatehouse.areas.access;
