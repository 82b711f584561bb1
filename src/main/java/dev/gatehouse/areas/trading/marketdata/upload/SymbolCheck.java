package dev.gatehouse.areas.trading.marketdata.upload;

import dev.gatehouse.formats.PlainText;

/** Requires that a file contains only the symbol that it was uploaded for. */
record SymbolCheck(String symbol) {
  void check(String found) {
    if (!found.strip().equalsIgnoreCase(symbol)) {
      String shown = PlainText.abbreviated(found, 30);
      throw new IllegalArgumentException("symbol '" + shown + "' in a file for '" + symbol + "'");
    }
  }
}
