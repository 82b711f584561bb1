package dev.gatehouse.areas.storefront.orders;

import dev.gatehouse.area.imports.ImportTable;
import java.util.List;
import java.util.stream.Stream;

/** Columns of an export of orders, by their meaning. The first column with a value counts. */
record OrderColumns(
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
        shopify
            ? table.columns("name")
            : table.columns("ordernumber", "orderid", "order", "number"),
        table.columns("createdat", "orderdate", "date", "paidat", "paiddate", "datecreated"),
        shopify
            ? table.columns("financialstatus")
            : table.columns("orderstatus", "status", "state"),
        table.columns("fulfillmentstatus"),
        table.columns("lineitemrequiresshipping"),
        table.columns("email", "emailbilling", "billingemail", "customeremail"),
        Stream.of(
                table.columns("shippingname"),
                joined(table, "firstnameshipping", "lastnameshipping"),
                joined(table, "shippingfirstname", "shippinglastname"),
                table.columns("billingname"),
                joined(table, "firstnamebilling", "lastnamebilling"),
                joined(table, "billingfirstname", "billinglastname"),
                shopify ? List.<String>of() : table.columns("name", "customername"))
            .toList(),
        table.columns(
            "shippingstreet",
            "address12shipping",
            "shippingaddress1",
            "street",
            "billingstreet",
            "address12billing",
            "billingaddress1"),
        table.columns(
            "shippingzip",
            "postcodeshipping",
            "shippingpostcode",
            "postcode",
            "billingzip",
            "postcodebilling",
            "billingpostcode"),
        table.columns("shippingcity", "cityshipping", "city", "billingcity", "citybilling"),
        table.columns(
            "shippingprovince",
            "statecodeshipping",
            "shippingstate",
            "region",
            "billingprovince",
            "statecodebilling",
            "billingstate"),
        table.columns(
            "shippingcountry",
            "countrycodeshipping",
            "country",
            "billingcountry",
            "countrycodebilling"),
        table.columns("lineitemname", "itemname", "item", "productname"),
        table.columns("lineitemvariant", "variant", "variation"),
        table.columns("lineitemsku", "sku", "variantid"),
        table.columns("lineitemquantity", "quantityrefund", "quantity", "qty"),
        table.columns("lineitemprice", "itemcost", "unitprice", "price"),
        table.columns("shippingmethod", "shippingmethodtitle"),
        table.columns("shipping", "ordershippingamount", "shippingtotal"),
        table.columns("taxes", "ordertotaltaxamount", "totaltax", "tax"),
        table.columns("discountamount", "cartdiscountamount", "discounttotal"),
        table.columns("total", "ordertotalamount", "ordertotal"),
        table.columns("refundedamount", "amountrefunded", "orderrefundamount", "refunded"),
        table.columns("cancelledat"),
        table.columns("currency", "ordercurrency", "currencycode"),
        table.columns("tracking", "trackingnumber"),
        table.columns("invoice", "invoicenumber"));
  }

  private static List<String> joined(ImportTable table, String first, String last) {
    return Stream.of(first, last).flatMap(name -> table.columns(name).stream()).toList();
  }

  boolean isComplete() {
    return Stream.of(number, created, state, item, quantity, price, total).noneMatch(List::isEmpty);
  }
}
