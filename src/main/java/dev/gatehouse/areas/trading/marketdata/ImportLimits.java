package dev.gatehouse.areas.trading.marketdata;

/**
 * Limits on the resources of one import.
 *
 * @param maxRows maximum number of rows; an upload with more is rejected
 * @param decodeBytes heap for the pages and dictionaries of an upload that are in memory at the
 *     same time; a file that needs more is rejected
 * @param sortRows rows sorted in memory at once, about 100 bytes each; the rest is merged from disk
 */
public record ImportLimits(long maxRows, long decodeBytes, int sortRows) {
  /** Fits a heap of 256 MB. */
  public static final ImportLimits DEFAULT = new ImportLimits(50_000_000, 64L << 20, 256_000);
}
