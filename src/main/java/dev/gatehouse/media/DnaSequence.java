package dev.gatehouse.media;

import java.time.Instant;

/**
 * A stored sequence.
 *
 * @param id the only key to it: 128 random bits in hexadecimal
 * @param blob its envelope
 */
record DnaSequence(String id, String blob, Instant createdAt) {}
