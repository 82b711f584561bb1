package dev.gatehouse.areas.commerce.printshop;

import module java.base;

/** Sales channels, each with its fee as a fraction of the price. */
enum Platform {
  MARKETPLACE_A("marketplace-a", "0.17"),
  MARKETPLACE_B("marketplace-b", "0.13"),
  ETSY("etsy", "0.065"),
  SHORT_VIDEO("short-video", "0.08"),
  STOREFRONT("storefront", "0.029"),
  DIRECT("direct", "0");

  private final String label;
  private final BigDecimal feeRate;

  Platform(String label, String feeRate) {
    this.label = label;
    this.feeRate = new BigDecimal(feeRate);
  }

  /** Returns the name in replies and documents. */
  String label() {
    return label;
  }

  /** Returns the fee as a fraction of the price that buyers paid. */
  BigDecimal feeRate() {
    return feeRate;
  }

  static Optional<Platform> of(String label) {
    return Arrays.stream(values()).filter(platform -> platform.label.equals(label)).findFirst();
  }

  static List<String> labels() {
    return Arrays.stream(values()).map(Platform::label).toList();
  }
}
