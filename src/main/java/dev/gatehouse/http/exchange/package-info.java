/**
 * Exchange, which owns all resources of a request, and the classes for HTTP itself: connections,
 * framing, conditions, validators, replies and the access log.
 */
package dev.gatehouse.http.exchange;
