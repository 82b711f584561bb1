/** The players whom the block game's files name, and the ids that belong to names. */
package dev.gatehouse.areas.games.players;
