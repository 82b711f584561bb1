package dev.gatehouse.areas.trading;

import module java.base;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A position in the broker's format: numbers are texts, and a profit's percentage is a fraction.
 * Other fields, such as account and cash, are never read.
 */
record BrokerPosition(
    String symbol,
    @JsonProperty("asset_class") String assetClass,
    String side,
    BigDecimal qty,
    @JsonProperty("avg_entry_price") BigDecimal averageEntryPrice,
    @JsonProperty("current_price") BigDecimal currentPrice,
    @JsonProperty("market_value") BigDecimal marketValue,
    @JsonProperty("cost_basis") BigDecimal costBasis,
    @JsonProperty("unrealized_pl") BigDecimal unrealizedProfit,
    @JsonProperty("unrealized_plpc") BigDecimal unrealizedFraction) {

  /**
   * The OCC symbol, maybe padded: root (a trailing digit marks an adjusted option), day, kind,
   * strike x 1000.
   */
  private static final Pattern OPTION =
      Pattern.compile("([A-Z]{1,6})[0-9]? *([0-9]{6})([CP])([0-9]{8})");

  private static final String OPTION_CLASS = "us_option";

  /** Symbols of the contract, and of options. */
  private static final Pattern SYMBOL = Pattern.compile("[A-Za-z0-9.^=&_:/ -]{1,32}");

  private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("uuMMdd", Locale.ROOT);
  private static final int STRIKE_DECIMALS = 3;

  /**
   * Maximum digits before or after the decimal point, more than any price or number of shares has.
   */
  private static final int MAX_DIGITS = 30;

  BrokerPosition {
    if (!SYMBOL.matcher(symbol).matches()) {
      throw new IllegalArgumentException("invalid symbol");
    }
    Objects.requireNonNull(qty);
    Stream.of(
            qty,
            averageEntryPrice,
            currentPrice,
            marketValue,
            costBasis,
            unrealizedProfit,
            unrealizedFraction)
        .forEach(BrokerPosition::mustBeSane);
    Matcher option = OPTION.matcher(symbol);
    if (OPTION_CLASS.equals(assetClass) && option.matches()) {
      LocalDate.parse(option.group(2), DAY);
    }
  }

  /** Groups positions by symbol in the broker's order, with options under their underlying. */
  static List<Positions.Position> grouped(List<BrokerPosition> all) {
    Map<String, BrokerPosition> held = new LinkedHashMap<>();
    all.stream().filter(one -> !one.isOption()).forEach(one -> held.put(one.symbol, one));
    Map<String, String> underlyings = OptionRoots.underlyings(held.keySet());
    Map<String, List<Positions.OptionPosition>> options = new LinkedHashMap<>();
    for (BrokerPosition one : all) {
      Matcher option = OPTION.matcher(one.symbol);
      if (one.isOption() && option.matches()) {
        String underlying = underlyings.getOrDefault(option.group(1), option.group(1));
        options.computeIfAbsent(underlying, first -> new ArrayList<>()).add(one.option(option));
      }
    }
    List<Positions.Position> positions = new ArrayList<>();
    held.forEach((symbol, one) -> positions.add(one.position(options.remove(symbol))));
    options.forEach((underlying, those) -> positions.add(without(underlying, those)));
    return List.copyOf(positions);
  }

  private boolean isOption() {
    return OPTION_CLASS.equals(assetClass) && OPTION.matcher(symbol).matches();
  }

  /** Returns a position for options whose underlying is not held itself. */
  private static Positions.Position without(
      String underlying, List<Positions.OptionPosition> options) {
    return new Positions.Position(
        underlying, null, null, BigDecimal.ZERO, Positions.Valuation.UNKNOWN, options);
  }

  private Positions.Position position(List<Positions.OptionPosition> options) {
    return new Positions.Position(
        symbol,
        assetClass,
        "long".equals(side) || "short".equals(side) ? side : null,
        qty,
        valuation(),
        options);
  }

  private Positions.OptionPosition option(Matcher parts) {
    return new Positions.OptionPosition(
        symbol,
        parts.group(3).equals("C") ? "call" : "put",
        new BigDecimal(parts.group(4)).movePointLeft(STRIKE_DECIMALS),
        LocalDate.parse(parts.group(2), DAY).toString(),
        qty,
        valuation());
  }

  private Positions.Valuation valuation() {
    return new Positions.Valuation(
        averageEntryPrice,
        currentPrice,
        marketValue,
        costBasis,
        unrealizedProfit,
        unrealizedFraction == null ? null : unrealizedFraction.movePointRight(2));
  }

  private static void mustBeSane(BigDecimal number) {
    if (number != null
        && (number.precision() > MAX_DIGITS || Math.abs(number.scale()) > MAX_DIGITS)) {
      throw new ArithmeticException("the number has too many digits");
    }
  }

  /**
   * Underlyings of options whose root in the OCC symbol is not the underlying's symbol. A root has
   * no punctuation, so a share of a class (BRK.B) has the root BRKB. Options of an index with
   * another settlement have a root that differs from the symbol (SPXW).
   */
  private static final class OptionRoots {
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

    private static Map<String, String> byRoot(Collection<String> symbols) {
      Map<String, String> byRoot = new HashMap<>();
      symbols.forEach(symbol -> byRoot.putIfAbsent(symbol.replaceAll("[^A-Z0-9]", ""), symbol));
      return byRoot;
    }

    /** Returns the underlyings by root, preferably as the broker writes them. */
    static Map<String, String> underlyings(Collection<String> held) {
      Map<String, String> all = new HashMap<>(CLASSES);
      all.putAll(INDEXES);
      all.putAll(byRoot(held));
      return all;
    }
  }
}
