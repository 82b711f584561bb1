/**
 * Event bus: the records that cross it and their codec, dispatch to areas, and the verticle that
 * hosts an area. Only classes that every message needs belong here.
 */
package dev.gatehouse.bus;
