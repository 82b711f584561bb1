/** The players in the block game's files, and the mapping of names to ids. */
package dev.gatehouse.areas.games.players;
