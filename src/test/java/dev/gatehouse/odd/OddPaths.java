package dev.gatehouse.odd;

import java.util.List;
import java.util.stream.Stream;

/** The ways into the service, except market data. */
final class OddPaths {
  private OddPaths() {}

  static List<OddPath> all(OddNode node) {
    return Stream.of(OddTradingPaths.all(), OddSitePaths.all(), OddShopPaths.all(node))
        .flatMap(List::stream)
        .toList();
  }

  /** Returns a path for another client. */
  static OddPath find(OddNode node, String name) {
    return all(node).stream().filter(path -> path.name().equals(name)).findFirst().orElseThrow();
  }
}
