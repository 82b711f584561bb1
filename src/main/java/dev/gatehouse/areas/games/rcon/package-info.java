/** The game server's remote console (RCON): a client with a fixed set of commands. */
package dev.gatehouse.areas.games.rcon;
