/**
 * The exchange, which owns all that a request takes, and what belongs to HTTP itself: connections,
 * framing, conditions, versions, replies, the access log.
 */
package dev.gatehouse.http.exchange;
