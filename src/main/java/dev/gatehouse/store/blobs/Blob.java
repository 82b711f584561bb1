package dev.gatehouse.store.blobs;

/**
 * The facts of a stored blob once it is written: it never changes after that.
 *
 * @param id 24 lower-case hexadecimal digits
 * @param size bytes
 * @param sha256 lower-case hexadecimal digest of the bytes
 */
public record Blob(String id, long size, String sha256) {}
