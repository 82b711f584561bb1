package dev.gatehouse.areas.trading.marketdata;

/**
 * The bounds on what one import may use.
 *
 * @param maxRows more rows are refused
 * @param decodeBytes heap for decompressed pages and dictionaries of an upload; a file that needs
 *     more is refused
 * @param sortRows rows sorted in memory at once, about 100 bytes each; the rest is merged from disk
 */
public record ImportLimits(long maxRows, long decodeBytes, int sortRows) {
  /** Fits a heap of 256 MB. */
  public static final ImportLimits DEFAULT = new ImportLimits(50_000_000, 64L << 20, 256_000);
}
