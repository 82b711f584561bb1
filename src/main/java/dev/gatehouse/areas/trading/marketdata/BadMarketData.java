package dev.gatehouse.areas.trading.marketdata;

/**
 * Market data that cannot be taken; the message is meant for the caller and names column and row
 * where it can.
 */
public final class BadMarketData extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public BadMarketData(String message) {
    super(message);
  }

  public BadMarketData(String message, Throwable cause) {
    super(message, cause);
  }

  /** Something wrong at a row (from 1) of a column. */
  public static BadMarketData at(long row, String column, String why, Throwable cause) {
    return new BadMarketData("row " + row + ", column '" + column + "': " + why, cause);
  }

  public static BadMarketData in(String column, String why, Throwable cause) {
    return new BadMarketData("column '" + column + "': " + why, cause);
  }
}
