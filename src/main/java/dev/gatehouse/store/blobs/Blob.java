package dev.gatehouse.store.blobs;

/**
 * Properties of a stored blob, which is immutable once written.
 *
 * @param id 24 lower-case hexadecimal digits
 * @param size size in bytes
 * @param sha256 lower-case hexadecimal digest of the bytes
 */
public record Blob(String id, long size, String sha256) {}
