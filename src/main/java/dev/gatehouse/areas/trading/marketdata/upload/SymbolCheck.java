package dev.gatehouse.areas.trading.marketdata.upload;

/** Requires that a file contains only the symbol that it was uploaded for. */
record SymbolCheck(String symbol) {
  void check(String found) {
    if (!found.strip().equalsIgnoreCase(symbol)) {
      String shown = found.length() > 30 ? found.substring(0, 30) + "…" : found;
      throw new IllegalArgumentException("symbol '" + shown + "' in a file for '" + symbol + "'");
    }
  }
}
