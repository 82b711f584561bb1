/**
 * Event streams (server-sent events): bounded, opened with a replay of missed events, then fed from
 * the bus.
 */
package dev.gatehouse.http.events;
