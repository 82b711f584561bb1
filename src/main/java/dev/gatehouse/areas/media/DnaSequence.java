package dev.gatehouse.areas.media;

import dev.gatehouse.store.blobs.Blob;
import java.time.Instant;

/**
 * A stored sequence.
 *
 * @param id the only way to access it: 128 random bits in hexadecimal
 * @param blob its envelope
 * @param size of the envelope; 0 if an earlier release did not record it
 * @param sha256 of the envelope; null if an earlier release did not record it
 */
record DnaSequence(String id, String blob, long size, String sha256, Instant createdAt) {
  static DnaSequence of(String id, Blob envelope, Instant now) {
    return new DnaSequence(id, envelope.id(), envelope.size(), envelope.sha256(), now);
  }
}
