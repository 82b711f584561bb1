/**
 * Event streams (server-sent events): opened with a replay of what was missed, fed by the bus,
 * bounded.
 */
package dev.gatehouse.http.events;
