package dev.gatehouse.area.sequence;

import java.time.Instant;
import java.util.Map;

/**
 * Stored document that is an event of a stream.
 *
 * @param id id of the document
 * @param time time of the document
 * @param data data of the event
 */
public record SequencedEvent(String id, Instant time, Map<String, Object> data) {}
