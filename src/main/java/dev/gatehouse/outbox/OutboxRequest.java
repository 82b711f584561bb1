package dev.gatehouse.outbox;

/**
 * Outgoing message that an area enqueues.
 *
 * @param kind kind whose worker delivers it
 * @param matter description for the owner
 * @param body the kind's record
 */
public record OutboxRequest(String kind, OutboxEntry.Matter matter, Record body) {}
