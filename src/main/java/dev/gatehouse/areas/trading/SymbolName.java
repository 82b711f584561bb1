package dev.gatehouse.areas.trading;

import module java.base;

/** Symbols as exchanges, brokers and data vendors write them: BRK.B, M&M.NS, BTC/USD, ^GSPC. */
final class SymbolName {
  /** The pattern of the contract, for symbols that do not come from a request. */
  private static final Pattern VALID = Pattern.compile("[A-Z0-9.^=&_:/-]{1,32}");

  private SymbolName() {}

  static boolean isValid(String symbol) {
    return VALID.matcher(symbol).matches();
  }

  /** Returns the symbol as a segment of a URL's path or the name of a file. */
  static String segment(String symbol) {
    return URLEncoder.encode(symbol, StandardCharsets.UTF_8);
  }

  /** Returns the symbol that a file without its extension is named after. */
  static String ofFile(String name) {
    return name.replaceAll("(?i)%2f", "/").toUpperCase(Locale.ROOT);
  }

  /** Returns the name that a browser gives a downloaded file. */
  static String downloadName(String symbol, String extension) {
    return symbol.replaceAll("[/:]", "-") + extension;
  }
}
