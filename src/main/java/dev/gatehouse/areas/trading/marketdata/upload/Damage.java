package dev.gatehouse.areas.trading.marketdata.upload;

import dev.gatehouse.areas.trading.marketdata.BadMarketData;
import dev.gatehouse.formats.PlainText;
import java.io.IOException;
import org.apache.parquet.ParquetRuntimeException;
import shaded.parquet.org.apache.thrift.TException;

/** Creates the errors for Parquet files that cannot be decoded. */
final class Damage {
  private static final int MAX_REASON = 200;

  private Damage() {}

  /** Returns the error for a part of the file. It has a reason if the decoder states one. */
  static BadMarketData of(String part, Throwable cause) {
    boolean stated =
        switch (cause) {
          case IOException e -> true;
          case IllegalArgumentException e -> true;
          case ParquetRuntimeException e -> true;
          case TException e -> true;
          default -> false;
        };
    String reason =
        stated && cause.getMessage() != null
            ? ": " + PlainText.abbreviated(cause.getMessage(), MAX_REASON)
            : "";
    return new BadMarketData(part + " is damaged" + reason, cause);
  }
}
