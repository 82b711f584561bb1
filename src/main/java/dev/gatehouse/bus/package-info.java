/**
 * The event bus: the records that cross it and their codec, dispatch to the area that answers, the
 * verticle that hosts an area. Only what every message needs belongs here.
 */
package dev.gatehouse.bus;
