package dev.gatehouse.areas.commerce.printshop.books;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The channels over which is sold, with the part of the price that each keeps. */
public enum Platform {
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

  /** The name on the wire and in documents. */
  public String label() {
    return label;
  }

  /** The fee as a fraction of what buyers paid. */
  public BigDecimal feeRate() {
    return feeRate;
  }

  /** The platform of a name; empty where there is none. */
  public static Optional<Platform> of(String label) {
    return Arrays.stream(values()).filter(platform -> platform.label.equals(label)).findFirst();
  }

  /** The names of all. */
  public static List<String> labels() {
    return Arrays.stream(values()).map(Platform::label).toList();
  }
}
