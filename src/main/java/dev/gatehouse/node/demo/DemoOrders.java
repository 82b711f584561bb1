package dev.gatehouse.node.demo;

import module java.base;

import dev.gatehouse.formats.Sha256;

/** Orders of the shop. */
record DemoOrders(DemoClient node, DemoRecord made) {
  private static final Pattern FIELD =
      Pattern.compile("name=\"(key|total|country|shipping)\" value=\"([^\"]*)\"");

  /** Orders a product as a visitor does. */
  void create(String product, int quantity) {
    String cart = "/cart/" + product + '-' + Sha256.hex("one", 4) + ':' + quantity;
    Matcher hidden = FIELD.matcher(node.get(cart).body());
    var form =
        new HashMap<>(
            Map.of(
                "name", "Erika Example",
                "email", "erika@example.org",
                "address", "1 Example Road",
                "postcode", "12345",
                "city", "Springfield",
                "terms", "on"));
    while (hidden.find()) {
      form.put(hidden.group(1), hidden.group(2));
    }
    Optional<String> page = node.form(cart, form).location();
    page.map(address -> address.substring(address.lastIndexOf('/') + 1))
        .ifPresent(id -> {
          made.document("storefrontOrders", id);
          made.path("/storefront/orders/" + id);
        });
  }
}
