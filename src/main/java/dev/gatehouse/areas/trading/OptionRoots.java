package dev.gatehouse.areas.trading;

import module java.base;

/**
 * Underlyings of options whose root in the OCC symbol is not the underlying's symbol. A root has no
 * punctuation, so a share of a class (BRK.B) has the root BRKB. Options of an index with another
 * settlement have a root that differs from the symbol (SPXW).
 */
final class OptionRoots {
  private static final Map<String, String> INDEXES =
      Map.of(
          "SPXW", "SPX", "SPXPM", "SPX", "NDXP", "NDX", "RUTW", "RUT", "VIXW", "VIX", "CBTXW",
          "CBTX", "MBTXW", "MBTX");

  /** Shares of a class with listed options, for accounts that hold only the options. */
  private static final Map<String, String> CLASSES =
      byRoot(
          List.of(
              "AKO.A", "AKO.B", "BF.A", "BF.B", "BH.A", "BIO.B", "BRK.B", "CRD.A", "CRD.B",
              "CWEN.A", "FCE.A", "GEF.B", "GTN.A", "HEI.A", "HVT.A", "JW.A", "LEN.B", "LGF.A",
              "LGF.B", "MOG.A", "MOG.B", "PBR.A", "RDS.A", "RDS.B", "STZ.B", "TAP.A", "UHAL.B",
              "VIA.B", "WSO.B"));

  private OptionRoots() {}

  private static Map<String, String> byRoot(Collection<String> symbols) {
    Map<String, String> byRoot = new HashMap<>();
    symbols.forEach(symbol -> byRoot.putIfAbsent(symbol.replaceAll("[^A-Z0-9]", ""), symbol));
    return byRoot;
  }

  /**
   * Returns the underlyings by root, preferably as the broker writes them.
   *
   * @param held symbols of the shares in the account
   */
  static Map<String, String> underlyings(Collection<String> held) {
    Map<String, String> all = new HashMap<>(CLASSES);
    all.putAll(INDEXES);
    all.putAll(byRoot(held));
    return all;
  }
}
