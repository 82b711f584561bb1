package dev.gatehouse.outbox;

/**
 * Work that an area wants done outside.
 *
 * @param kind whose worker delivers it
 * @param matter as the owner is told of it
 * @param body the kind's own record
 */
public record OutboxRequest(String kind, OutboxEntry.Matter matter, Record body) {}
