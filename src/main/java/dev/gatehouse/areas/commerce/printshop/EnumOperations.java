package dev.gatehouse.areas.commerce.printshop;

import module java.base;

import dev.gatehouse.areas.commerce.caching.ResponseCache;
import dev.gatehouse.areas.commerce.printshop.books.DonationLine;
import dev.gatehouse.areas.commerce.printshop.books.Platform;
import dev.gatehouse.areas.commerce.printshop.books.Totals;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;

/** Operation that lists the constants of the other operations. */
record EnumOperations(ResponseCache answers) {
  /** The published order statuses of the print shop. */
  static final List<String> STATUSES =
      List.of(
          "draft",
          "pending",
          "failed",
          "canceled",
          "onhold",
          "inprocess",
          "partial",
          "fulfilled",
          "archived",
          "returned",
          "refunded");

  Map<String, Area.Handler> operations() {
    return Map.of(
        "commerce.printshopEnums", Area.returning(Enums.class, answers.keeping(this::enums)));
  }

  private record Enums(boolean success, Words data) {}

  private record Words(
      List<PlatformView> platforms,
      List<String> categories,
      List<String> donationCategories,
      List<String> statuses) {}

  private record PlatformView(String name, BigDecimal feeRate) {}

  private Answer enums(Call call) {
    List<PlatformView> platforms =
        Arrays.stream(Platform.values())
            .map(platform -> new PlatformView(platform.label(), platform.feeRate()))
            .toList();
    return Answer.ok(
        new Enums(
            true,
            new Words(platforms, Totals.EXPENSE_CATEGORIES, DonationLine.CATEGORIES, STATUSES)));
  }
}
