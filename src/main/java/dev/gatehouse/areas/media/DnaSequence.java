package dev.gatehouse.areas.media;

import dev.gatehouse.store.blobs.Blob;
import java.time.Instant;

/**
 * A stored sequence.
 *
 * @param id the only way to access it: 128 random bits in hexadecimal
 * @param blob its envelope
 * @param size of the envelope; 0 if an earlier release stored it and the scrub has not read it yet
 * @param sha256 of the envelope; null if the size is 0
 */
record DnaSequence(String id, String blob, long size, String sha256, Instant createdAt) {
  static DnaSequence of(String id, Blob envelope, Instant now) {
    return new DnaSequence(id, envelope.id(), envelope.size(), envelope.sha256(), now);
  }
}
