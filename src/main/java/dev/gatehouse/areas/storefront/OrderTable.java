package dev.gatehouse.areas.storefront;

import module java.base;

import de.siegmar.fastcsv.writer.CsvWriter;
import dev.gatehouse.areas.storefront.charges.Charges;
import dev.gatehouse.areas.storefront.orders.Ledger;
import dev.gatehouse.areas.storefront.orders.ShopOrder;
import dev.gatehouse.areas.storefront.orders.ShopOrder.PostalAddress;
import dev.gatehouse.areas.storefront.orders.ShopOrders;
import dev.gatehouse.areas.storefront.orders.ShopOrders.OrderQuery;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Call;
import dev.gatehouse.formats.Money;
import dev.gatehouse.formats.SpreadsheetText;
import dev.gatehouse.store.Selection;
import io.vertx.core.buffer.Buffer;

/**
 * Orders as CSV, one row for each line. The sums of an order are only in its first row, so that a
 * column can be added up.
 */
record OrderTable(ShopOrders orders, ZoneId zone) {
  private static final int MAX_ORDERS = 10_000;

  /** Excel reads a file without this mark in the encoding of the machine. */
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private static final List<String> COLUMNS =
      List.of(
          ("Order number,Date,Status,Invoice number,Name,Email,Street,Postcode,City,"
                  + "Region,Country,Item,Variant,Variant ID,Quantity,Unit price,Line total,"
                  + "Subtotal,Shipping method,Shipping,Tax percent,Tax,Reduced tax percent,"
                  + "Reduced tax,Tax included,Total,Paid,Refunded,Currency,Carrier,Tracking,Note,"
                  + "Order ID")
              .split(","));

  Answer reply(Call call) {
    Selection<ShopOrder> selection = orders.select(OrderQuery.of(call));
    long count = selection.count();
    if (count > MAX_ORDERS) {
      throw ApiException.invalid(
          "until",
          "selects " + count + " orders with the other conditions: select at most " + MAX_ORDERS);
    }
    return new Answer(
        200,
        Map.of(
            "Content-Type", "text/csv",
            "Content-Disposition", "attachment; filename=\"orders.csv\""),
        Buffer.buffer(BYTE_ORDER_MARK + text(selection.all())),
        null);
  }

  private String text(Stream<ShopOrder> selected) {
    var text = new StringWriter();
    try (CsvWriter csv = CsvWriter.builder().build(text)) {
      csv.writeRecord(COLUMNS);
      selected.forEach(order -> write(csv, order));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private void write(CsvWriter csv, ShopOrder order) {
    List<String> sums = sums(order);
    for (ShopOrder.Line line : order.goods().lines()) {
      List<String> row = new ArrayList<>(head(order));
      row.add(SpreadsheetText.of(line.title()));
      row.add(SpreadsheetText.of(line.label()));
      row.add(line.variant());
      row.add(Integer.toString(line.quantity()));
      row.add(line.price().text());
      row.add(line.sum().text());
      row.addAll(sums);
      row.addAll(tail(order));
      csv.writeRecord(row);
      sums = Collections.nCopies(sums.size(), "");
    }
  }

  private List<String> head(ShopOrder order) {
    ShopOrder.Buyer buyer = order.buyer();
    PostalAddress postal =
        Objects.requireNonNullElse(
            buyer.postal(), new PostalAddress(buyer.address(), "", "", "", ""));
    return Stream.of(
            order.reference(),
            DateTimeFormatter.ISO_LOCAL_DATE.format(order.standing().createdAt().atZone(zone)),
            order.state().label(),
            Objects.requireNonNullElse(order.numbers().invoice(), ""),
            buyer.name(),
            buyer.email(),
            postal.street().strip().replaceAll("\\s*\\R\\s*", ", "),
            postal.postcode(),
            postal.city(),
            postal.region(),
            postal.country())
        .map(SpreadsheetText::of)
        .toList();
  }

  private static List<String> sums(ShopOrder order) {
    Charges charges = order.goods().charges();
    Ledger ledger = order.payment().ledger();
    boolean shipped = charges.shipping() != null;
    return List.of(
        charges.items().text(),
        shipped ? SpreadsheetText.of(charges.shipping().name()) : "",
        shipped ? charges.shipping().amount().text() : "",
        percent(charges.tax()),
        charges.tax() == null ? "" : charges.tax().amount().text(),
        percent(charges.reducedTax()),
        charges.reducedTax() == null ? "" : charges.reducedTax().amount().text(),
        included(charges),
        order.goods().total().text(),
        text(order.taken()),
        text(ledger.refunded()));
  }

  private static List<String> tail(ShopOrder order) {
    ShopOrder.Shipment shipment = order.payment().shipment();
    return List.of(
        order.goods().total().currency(),
        shipment == null ? "" : SpreadsheetText.of(shipment.carrier()),
        shipment == null ? "" : SpreadsheetText.of(shipment.tracking()),
        SpreadsheetText.of(Objects.requireNonNullElse(order.buyer().note(), "")),
        order.id());
  }

  private static String included(Charges charges) {
    if (charges.taxes().isEmpty()) {
      return "";
    }
    return charges.added() == null ? "yes" : "no";
  }

  private static String percent(Charges.Tax tax) {
    return tax == null ? "" : tax.percent();
  }

  private static String text(Money money) {
    return money == null ? "" : money.text();
  }
}
