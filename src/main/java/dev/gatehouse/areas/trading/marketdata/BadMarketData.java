package dev.gatehouse.areas.trading.marketdata;

/**
 * Thrown for invalid market data. The message is meant for the caller, and names the column and row
 * where they are known.
 */
public final class BadMarketData extends RuntimeException {
  public BadMarketData(String message) {
    super(message);
  }

  public BadMarketData(String message, Throwable cause) {
    super(message, cause);
  }

  /** Returns the exception for a problem in one row, counted from 1, of one column. */
  public static BadMarketData at(long row, String column, String why, Throwable cause) {
    return new BadMarketData("row " + row + ", column '" + column + "': " + why, cause);
  }

  public static BadMarketData in(String column, String why, Throwable cause) {
    return new BadMarketData("column '" + column + "': " + why, cause);
  }
}
