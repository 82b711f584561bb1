package dev.gatehouse.areas.storefront.orders;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.areas.storefront.orders.OrderTransitions.Row;
import dev.gatehouse.areas.storefront.orders.ShopOrder.State;
import org.junit.jupiter.api.Test;

/** The page of the order's states. With -Dgatehouse.write=true the test writes it. */
class OrdersPageTest {
  private static final Path PAGE = Path.of("src/docs/orders.md");
  private static final String BEGIN = "<!-- generated from OrderTransitions -->\n";

  @Test
  void showsTheTableOfTheCode() throws IOException {
    String page = Files.readString(PAGE);
    String expected = page.substring(0, page.indexOf(BEGIN) + BEGIN.length()) + generated();
    if (Boolean.getBoolean("gatehouse.write")) {
      Files.writeString(PAGE, expected);
    }
    assertEquals(expected, Files.readString(PAGE));
  }

  @Test
  void hasOneRowForEachStateEventAndGuard() {
    Set<String> keys = new HashSet<>();
    for (Row row : OrderTransitions.TABLE) {
      assertEquals(
          true, keys.add(row.from() + " " + row.event() + " " + row.guard()), row.toString());
    }
  }

  private static String generated() {
    List<Row> rows =
        OrderTransitions.TABLE.stream()
            .sorted(Comparator.comparing(Row::from).thenComparing(Row::event))
            .toList();
    String edges =
        rows.stream()
            .map(row ->
                "  " + row.from().label() + " --> " + row.to().label() + ": " + row.event().label())
            .collect(Collectors.joining("\n"));
    String table =
        rows.stream()
            .map(row ->
                "| `%s` | %s | %s | `%s` | %s |"
                    .formatted(
                        row.from().label(),
                        row.event().label(),
                        row.guard().text(),
                        row.to().label(),
                        effects(row.to())))
            .collect(Collectors.joining("\n"));
    return """

    ```mermaid
    stateDiagram-v2
      [*] --> open
    %s
    ```

    | State | Event | Guard | Next state | Effects |
    |---|---|---|---|---|
    %s
    """
        .formatted(edges, table);
  }

  private static String effects(State state) {
    return switch (state) {
      case OPEN, PAYING -> "";
      case CANCELLED, EXPIRED -> "release stock";
      case UNRESOLVED -> "email the owner";
      case PENDING, PLACED -> "email owner and buyer";
      case PAID, SHIPPED, PARTLY_REFUNDED, REFUNDED -> "sell stock once, email owner and buyer";
      case CHARGED_BACK -> "sell stock once, email the owner";
    };
  }
}
