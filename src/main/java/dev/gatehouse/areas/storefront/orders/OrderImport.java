package dev.gatehouse.areas.storefront.orders;

import module java.base;

import dev.gatehouse.area.SignedLinks;
import dev.gatehouse.area.imports.ImportKind;
import dev.gatehouse.area.imports.ImportTable;
import dev.gatehouse.area.imports.ImportText;
import dev.gatehouse.areas.storefront.catalogue.ShopVariant;
import dev.gatehouse.areas.storefront.charges.Charges;
import dev.gatehouse.areas.storefront.charges.Countries;
import dev.gatehouse.areas.storefront.orders.ShopOrder.PostalAddress;
import dev.gatehouse.areas.storefront.orders.ShopOrder.State;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.Money;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.time.StoredTime;

/**
 * Import of completed orders from Shopify, from plugins of WooCommerce and from this service. They
 * are an archive: they count in the revenue and cannot be changed.
 */
public final class OrderImport implements ImportKind {
  private static final int ID_BYTES = 16;
  private static final int MAX_TEXT = 200;
  private static final int MAX_NUMBER = 40;
  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);
  private static final Set<String> SOLD =
      Set.of("paid", "partially_refunded", "refunded", "completed", "shipped", "partly_refunded");

  private final ShopOrders orders;
  private final SignedLinks links;
  private final String currency;
  private final Locale language;
  private final InstantSource clock;
  private OrderColumns columns;

  /**
   * @param links makes ids that cannot be guessed from the number, and are the same in each import
   * @param currency of files without one
   */
  public OrderImport(
      ShopOrders orders, SignedLinks links, String currency, Locale language, InstantSource clock) {
    this.orders = orders;
    this.links = links;
    this.currency = currency;
    this.language = language;
    this.clock = clock;
  }

  @Override
  public List<Entry> entries(ImportTable table) {
    columns = OrderColumns.of(table);
    if (!columns.isComplete()) {
      throw ApiException.of(
          ErrorCode.CONTENT_INVALID,
          "the file must be a CSV export of orders from Shopify (columns Name, Created at,"
              + " Lineitem name, Total), from WooCommerce or from Gatehouse, with a row for each"
              + " item");
    }
    Map<String, List<ImportTable.Row>> byNumber = new LinkedHashMap<>();
    for (ImportTable.Row row : table.rows()) {
      byNumber.computeIfAbsent(number(row), first -> new ArrayList<>()).add(row);
    }
    return byNumber.entrySet().stream()
        .map(each -> new Entry(each.getKey(), each.getValue()))
        .toList();
  }

  private String number(ImportTable.Row row) {
    return row.first(columns.number()).replaceFirst("^'?#", "").toUpperCase(Locale.ROOT);
  }

  @Override
  public String preview(Entry entry) {
    ShopOrder order = order(entry, adjusted -> {});
    return "%s, %s %s, %s"
        .formatted(
            order.standing().createdAt().toString().substring(0, 10),
            order.payment().ledger().captured().amount().toPlainString(),
            order.payment().ledger().captured().currency(),
            order.state().name().toLowerCase(Locale.ROOT).replace('_', ' '));
  }

  @Override
  public Result store(Entry entry, boolean dry, Consumer<String> adjusted) {
    if (!entry.name().matches("[\\p{L}\\p{N}._/ -]{1," + MAX_NUMBER + "}")) {
      throw ApiException.invalid("number", "must have 1 to 40 letters and digits");
    }
    ShopOrder read = order(entry, adjusted);
    if (orders.ofNumber(entry.name()).isPresent()) {
      return Result.UNCHANGED;
    }
    return dry || orders.addImported(read) ? Result.CREATED : Result.UNCHANGED;
  }

  private ShopOrder order(Entry entry, Consumer<String> adjusted) {
    ImportTable.Row first = entry.rows().getFirst();
    String coin = PlainText.defaultIfEmpty(first.first(columns.currency()), currency);
    Money total = money(first, columns.total(), coin, "total").orElseThrow(() -> missing("total"));
    Money refunded =
        money(first, columns.refunded(), coin, "refunded")
            .filter(each -> each.signum() > 0)
            .orElse(null);
    State state = state(entry, refunded, total);
    Instant created = created(first);
    var shipment =
        state == State.REFUNDED
            ? null
            : new ShopOrder.Shipment(
                PlainText.defaultIfEmpty(line(first.first(columns.method())), "-"),
                line(first.first(columns.tracking())),
                true);
    var ledger =
        new Ledger(
            total, state == State.SHIPPED ? null : refunded, true, null, null, Ledger.Report.NONE);
    return new ShopOrder(
        id(entry.name()),
        1,
        goods(entry, coin, total, adjusted),
        buyer(first),
        new ShopOrder.Standing(state, 1, null, 0, created, StoredTime.now(clock)),
        new ShopOrder.Payment(null, null, 0, 0, ledger.settled(false), shipment),
        new ShopOrder.Numbers(entry.name(), PlainText.emptyToNull(first.first(columns.invoice()))));
  }

  /** Returns an id that grants access to the order's page, and cannot be guessed. */
  private String id(String number) {
    String secret = links.token("storefront.imported", Sha256.hex(number, ID_BYTES), Instant.EPOCH);
    return Sha256.hex("imported order " + secret, ID_BYTES);
  }

  private State state(Entry entry, Money refunded, Money total) {
    ImportTable.Row first = entry.rows().getFirst();
    String paid = word(first.first(columns.state()));
    if (!SOLD.contains(paid)) {
      throw ApiException.invalid(
          columns.state().getFirst(),
          "is not of a completed sale: " + PlainText.defaultIfEmpty(paid, "empty"));
    }
    if (refunded != null) {
      return refunded.compareTo(total) < 0 ? State.PARTLY_REFUNDED : State.REFUNDED;
    }
    if (paid.equals("refunded")) {
      return State.REFUNDED;
    }
    if (!first.first(columns.cancelled()).isEmpty()) {
      throw ApiException.invalid(
          columns.cancelled().getFirst(), "is set: refund the order in the other shop first");
    }
    boolean waits =
        !columns.fulfilled().isEmpty()
            && !word(first.first(columns.fulfilled())).equals("fulfilled")
            && entry.rows().stream()
                .anyMatch(row -> !word(row.first(columns.shipped())).equals("false"));
    if (waits) {
      throw ApiException.invalid(
          columns.fulfilled().getFirst(),
          "is not fulfilled: complete the order in the other shop, then import it");
    }
    return State.SHIPPED;
  }

  private static String word(String text) {
    return text.strip().toLowerCase(Locale.ROOT).replaceAll("[ -]", "_").replaceFirst("^wc_", "");
  }

  private Instant created(ImportTable.Row row) {
    String text = row.first(columns.created());
    return ImportText.past(text, StoredTime.now(clock))
        .orElseThrow(() ->
            ApiException.invalid(
                "date", "must be a time in the past such as 2026-11-30 09:30:00 +0100: " + text));
  }

  private ShopOrder.Goods goods(Entry entry, String coin, Money total, Consumer<String> adjusted) {
    List<ShopOrder.Line> lines =
        entry.rows().stream()
            .filter(row -> !row.first(columns.item()).isEmpty())
            .map(row -> line(row, coin))
            .toList();
    if (lines.isEmpty()) {
      throw ApiException.invalid("items", "are missing");
    }
    ImportTable.Row first = entry.rows().getFirst();
    Money shipping = money(first, columns.shipping(), coin, "shipping").orElse(Money.zero(coin));
    Money tax = money(first, columns.tax(), coin, "tax").orElse(Money.zero(coin));
    Money sum = lines.stream().map(ShopOrder.Line::sum).reduce(Money::plus).orElseThrow();
    Money discount = money(first, columns.discount(), coin, "discount").orElse(Money.zero(coin));
    Money before = sum.plus(shipping).plus(discount.times(-1));
    // Without another sum the tax is in the prices.
    boolean added = before.plus(tax).compareTo(total) == 0 && tax.signum() > 0;
    if (!added && before.compareTo(total) != 0) {
      adjusted.accept(
          "the total " + total.text() + " is not the sum of the items and the shipping");
    }
    Money items = total.plus(shipping.times(-1)).plus(added ? tax.times(-1) : Money.zero(coin));
    if (items.signum() < 0) {
      throw ApiException.invalid("total", "is less than the shipping and the tax");
    }
    String country = country(first);
    var charges =
        new Charges(
            items,
            shipping.signum() > 0
                ? new Charges.Shipping(
                    PlainText.defaultIfEmpty(line(first.first(columns.method())), "-"),
                    country,
                    shipping)
                : null,
            tax.signum() > 0 ? new Charges.Tax(percent(tax, total), !added, tax) : null,
            null);
    return new ShopOrder.Goods(lines, total, charges);
  }

  /** Returns the rate of a tax, which the files do not contain, to a tenth. */
  private static String percent(Money tax, Money total) {
    BigDecimal net = total.amount().subtract(tax.amount());
    if (net.signum() <= 0) {
      return "0";
    }
    return tax.amount()
        .multiply(HUNDRED)
        .divide(net, 1, RoundingMode.HALF_UP)
        .stripTrailingZeros()
        .toPlainString();
  }

  private ShopOrder.Line line(ImportTable.Row row, String coin) {
    String quantity = row.first(columns.quantity());
    if (!quantity.matches("[1-9][0-9]{0,5}(\\.0+)?")) {
      throw ApiException.invalid("quantity", "must be a positive integer, but is " + quantity);
    }
    Money price = money(row, columns.price(), coin, "price").orElseThrow(() -> missing("price"));
    String sku = row.first(columns.sku());
    String label = line(row.first(columns.label()));
    return new ShopOrder.Line(
        PlainText.defaultIfEmpty(line(sku), "-"),
        "imported",
        PlainText.defaultIfEmpty(label, ShopVariant.ONLY),
        line(row.first(columns.item())),
        new BigDecimal(quantity).intValue(),
        price);
  }

  private ShopOrder.Buyer buyer(ImportTable.Row row) {
    String name =
        columns.names().stream()
            .map(parts -> parts.stream().map(row::text).collect(Collectors.joining(" ")).strip())
            .filter(each -> !each.isEmpty())
            .findFirst()
            .orElse("-");
    String street =
        columns.street().stream()
            .map(row::text)
            .filter(each -> !each.isEmpty())
            .limit(1)
            .collect(Collectors.joining());
    var postal =
        new PostalAddress(
            line(street),
            line(row.first(columns.postcode()).replaceFirst("^'", "")),
            line(row.first(columns.city())),
            line(row.first(columns.region())),
            country(row));
    String email = line(row.first(columns.email()));
    return email.contains("@")
        ? ShopOrder.Buyer.of(line(name), email, postal, language)
        : new ShopOrder.Buyer(line(name), "", postal.lines(language), null, postal);
  }

  private String country(ImportTable.Row row) {
    String code = row.first(columns.country()).toUpperCase(Locale.ROOT);
    return Countries.ALL.contains(code) ? code : "";
  }

  private static Optional<Money> money(
      ImportTable.Row row, List<String> from, String coin, String field) {
    String text = row.first(from).replaceAll("[\\s\u00a0']", "");
    if (text.isEmpty()) {
      return Optional.empty();
    }
    String digits = text.matches("-?\\d{1,9},\\d{1,2}") ? text.replace(',', '.') : text;
    try {
      // Plugins write more decimals than the currency has.
      var amount = new BigDecimal(digits.replaceFirst("^-", ""));
      int decimals = Money.decimals(coin).orElseThrow(IllegalArgumentException::new);
      return Optional.of(new Money(coin, amount.setScale(decimals, RoundingMode.HALF_UP)));
    } catch (IllegalArgumentException e) {
      throw ApiException.invalid(field, "must be an amount in " + coin + ", but is " + text);
    }
  }

  private static ApiException missing(String field) {
    return ApiException.invalid(field, "is required");
  }

  private static String line(String text) {
    String line = ImportText.line(text);
    return line.isEmpty() ? line : PlainText.abbreviated(line, MAX_TEXT);
  }

  /** Columns of an export of orders, by their meaning. The first column with a value counts. */
  private record OrderColumns(
      List<String> number,
      List<String> created,
      List<String> state,
      List<String> fulfilled,
      List<String> shipped,
      List<String> email,
      List<List<String>> names,
      List<String> street,
      List<String> postcode,
      List<String> city,
      List<String> region,
      List<String> country,
      List<String> item,
      List<String> label,
      List<String> sku,
      List<String> quantity,
      List<String> price,
      List<String> method,
      List<String> shipping,
      List<String> tax,
      List<String> discount,
      List<String> total,
      List<String> refunded,
      List<String> cancelled,
      List<String> currency,
      List<String> tracking,
      List<String> invoice) {
    static OrderColumns of(ImportTable table) {
      boolean shopify = !table.columns("lineitemname").isEmpty();
      return new OrderColumns(
          shopify ? table.columns("name") : table.columns("ordernumber orderid order number"),
          table.columns("createdat orderdate date paidat paiddate datecreated"),
          shopify ? table.columns("financialstatus") : table.columns("orderstatus status state"),
          table.columns("fulfillmentstatus"),
          table.columns("lineitemrequiresshipping"),
          table.columns("email emailbilling billingemail customeremail"),
          Stream.of(
                  table.columns("shippingname"),
                  joined(table, "firstnameshipping", "lastnameshipping"),
                  joined(table, "shippingfirstname", "shippinglastname"),
                  table.columns("billingname"),
                  joined(table, "firstnamebilling", "lastnamebilling"),
                  joined(table, "billingfirstname", "billinglastname"),
                  shopify ? List.<String>of() : table.columns("name customername"))
              .toList(),
          table.columns(
              "shippingstreet address12shipping shippingaddress1 street billingstreet "
                  + "address12billing billingaddress1"),
          table.columns(
              "shippingzip postcodeshipping shippingpostcode postcode billingzip "
                  + "postcodebilling billingpostcode"),
          table.columns("shippingcity cityshipping city billingcity citybilling"),
          table.columns(
              "shippingprovince statecodeshipping shippingstate region billingprovince "
                  + "statecodebilling billingstate"),
          table.columns(
              "shippingcountry countrycodeshipping country billingcountry countrycodebilling"),
          table.columns("lineitemname itemname item productname"),
          table.columns("lineitemvariant variant variation"),
          table.columns("lineitemsku sku variantid"),
          table.columns("lineitemquantity quantityrefund quantity qty"),
          table.columns("lineitemprice itemcost unitprice price"),
          table.columns("shippingmethod shippingmethodtitle"),
          table.columns("shipping ordershippingamount shippingtotal"),
          table.columns("taxes ordertotaltaxamount totaltax tax"),
          table.columns("discountamount cartdiscountamount discounttotal"),
          table.columns("total ordertotalamount ordertotal"),
          table.columns("refundedamount amountrefunded orderrefundamount refunded"),
          table.columns("cancelledat"),
          table.columns("currency ordercurrency currencycode"),
          table.columns("tracking trackingnumber"),
          table.columns("invoice invoicenumber"));
    }

    private static List<String> joined(ImportTable table, String first, String last) {
      return Stream.of(first, last).flatMap(name -> table.columns(name).stream()).toList();
    }

    boolean isComplete() {
      return Stream.of(number, created, state, item, quantity, price, total)
          .noneMatch(List::isEmpty);
    }
  }
}
