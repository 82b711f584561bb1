package dev.gatehouse.areas.storefront;

import module java.base;

import dev.gatehouse.areas.storefront.carts.CartText;
import dev.gatehouse.areas.storefront.catalogue.Catalogue;
import dev.gatehouse.areas.storefront.catalogue.Catalogue.Products;
import dev.gatehouse.areas.storefront.catalogue.ShopProduct;
import dev.gatehouse.areas.storefront.catalogue.ShopProduct.ShopPicture;
import dev.gatehouse.areas.storefront.catalogue.ShopVariant;
import dev.gatehouse.areas.storefront.charges.Countries;
import dev.gatehouse.areas.storefront.charges.Pricing;
import dev.gatehouse.areas.storefront.charges.Pricing.Quote;
import dev.gatehouse.areas.storefront.orders.Checkout;
import dev.gatehouse.areas.storefront.orders.Orders;
import dev.gatehouse.areas.storefront.orders.ShopOrder;
import dev.gatehouse.areas.storefront.orders.ShopOrder.PostalAddress;
import dev.gatehouse.areas.storefront.orders.ShopOrders;
import dev.gatehouse.areas.storefront.pages.CartPage;
import dev.gatehouse.areas.storefront.pages.NoticePages;
import dev.gatehouse.areas.storefront.pages.ShopLinks;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.AcceptableText;
import dev.gatehouse.formats.MailText;
import dev.gatehouse.formats.Money;
import dev.gatehouse.pages.LegalPage;
import dev.gatehouse.pages.Pages;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carts that are encoded in addresses, and their orders. */
record CartOperations(
    Catalogue catalogue,
    Orders orders,
    UnpaidHolds holds,
    StorefrontSettings settings,
    Pages pages,
    NoticePages notices) {
  private static final Logger LOG = LoggerFactory.getLogger(CartOperations.class);
  private static final int SERVER_ERROR = 500;
  private static final int UNAVAILABLE = 503;
  private static final Map<String, String> RETRY = Map.of("Retry-After", "60");

  Map<String, Area.Handler> operations() {
    return Map.of(
        "storefront.cartPage", this::cart,
        "storefront.changeCart", this::change,
        "storefront.checkout", this::checkout);
  }

  private Answer cart(Call call) {
    if (!settings.local()) {
      return elsewhere("/cart/" + call.text("lines") + discount(call));
    }
    CartText cart = CartText.of("lines", call.text("lines"));
    Quote.Delivery delivery = delivery(call);
    Quoted quoted = quoted(call, cart, delivery);
    String placed =
        holds
            .placed(call.caller(), cart.quantities())
            .map(order ->
                pages.text(
                    "cart.placed",
                    pages.site().time(order.standing().createdAt()),
                    order.reference()))
            .orElse(quoted.problem());
    return shown(cart, quoted, placed, CartPage.Words.NONE);
  }

  private static Quote.Delivery delivery(Call call) {
    return new Quote.Delivery(call.text("country"), call.text("shipping"));
  }

  private static String discount(Call call) {
    String code = call.text("discount");
    return code == null ? "" : "?discount=" + code;
  }

  private Answer elsewhere(String path) {
    return new Answer(302, Map.of("Location", settings.externalShop() + path), null, null);
  }

  /**
   * Redirects to the cart with another quantity of a variant. The cart is in the address, so
   * nothing is stored.
   */
  private Answer change(Call call) {
    String text = call.text("cart");
    CartText cart = CartText.of("cart", Objects.requireNonNullElse(text, ""));
    String variant = call.text("variant");
    int quantity = (int) call.number("quantity");
    if (call.flag("add")) {
      quantity += cart.quantities().getOrDefault(variant, 0);
    }
    CartText changed = cart.with(variant, quantity);
    ApiError.badRequestUnless(
        changed.quantities().size() <= CartText.MAX_LINES,
        "variant",
        "must not exceed " + CartText.MAX_LINES + " lines of the cart");
    return Answer.seeOther(call.base() + new ShopLinks(changed, delivery(call)).cart());
  }

  private Answer shown(CartText cart, Quoted quoted, String problem, CartPage.Words words) {
    return shown(cart, quoted, problem, words, orders.repository().newKey());
  }

  private Answer shown(
      CartText cart, Quoted quoted, String problem, CartPage.Words words, String key) {
    var links = new ShopLinks(cart, quoted.linked());
    return notices.answer("shop/cart", new CartPage(links, quoted.offer(), problem, words, key));
  }

  private Answer checkout(Call call) {
    if (!settings.local()) {
      throw ApiException.of(
          ErrorCode.CHECKOUT_EXTERNAL, "this shop accepts orders only in the external store");
    }
    CartText cart = CartText.of("lines", call.text("lines"));
    CheckoutForm form = call.body(CheckoutForm.class);
    try {
      return checkout(call, cart, form);
    } catch (ApiException failed) {
      return notCreated(call, cart, form, failed);
    }
  }

  /**
   * Returns the cart page after a temporary failure. Its form has the same key, so that sending it
   * again completes the same order.
   */
  private Answer notCreated(Call call, CartText cart, CheckoutForm form, ApiException failed) {
    if (failed.failure().status() < SERVER_ERROR || !form.hasKey()) {
      throw failed;
    }
    LOG.warn("checkout failed: {} {}", failed.failure().message(), failed.failure().detail());
    Quoted quoted;
    try {
      quoted = quoted(call, cart, form.delivery());
    } catch (ApiException alsoFailed) {
      // The catalogue may be incomplete without the store.
      throw failed;
    }
    Answer page = shown(cart, quoted, pages.text("cart.problem.again"), form.words(), form.key());
    return new Answer(UNAVAILABLE, page.headers(), page.json(), null).with(RETRY);
  }

  private Answer checkout(Call call, CartText cart, CheckoutForm form) {
    Optional<Checkout.Result> made = orders.checkout().ofKey(call.origin(), form.key());
    if (made.isPresent() && made.get().problem().isEmpty()) {
      return ordered(call, made.get().order());
    }
    Quoted quoted = quoted(call, cart, form.delivery());
    String problem = isClosed(call) ? pages.text("closed.orders") : form.problem(quoted, pages);
    if (!problem.isEmpty()) {
      return shown(cart, quoted, problem, form.words());
    }
    String order = ShopOrders.id(form.key());
    holds.claim(call.caller(), order, quoted.offer().goods());
    ShopOrder.Buyer buyer =
        form.buyer(quoted.offer().quote().delivery().country(), pages.language());
    Checkout.Result placed =
        orders.checkout().place(call.origin(), form.key(), quoted.offer().goods(), buyer);
    if (placed.problem().isEmpty()) {
      return ordered(call, placed.order());
    }
    holds.release(order);
    return shown(cart, quoted(call, cart, form.delivery()), placed.problem(), form.words());
  }

  private boolean isClosed(Call call) {
    return !notices.current().open() && !call.caller().operator();
  }

  private static Answer ordered(Call call, ShopOrder order) {
    return Answer.seeOther(call.base() + "/storefront/orders/" + order.id());
  }

  /**
   * Form that orders the items of a cart. Missing fields are requested again.
   *
   * @param total as the page showed it
   * @param address street and number, one or more lines
   * @param terms {@code on} if the buyer accepts the terms
   */
  private record CheckoutForm(
      String key,
      String total,
      String name,
      String email,
      String address,
      String postcode,
      String city,
      String region,
      String country,
      String shipping,
      String terms) {
    private static final String KEY = "[0-9a-f]{32}";

    boolean hasKey() {
      return key.matches(KEY);
    }

    Quote.Delivery delivery() {
      return new Quote.Delivery(country, shipping);
    }

    CartPage.Words words() {
      return new CartPage.Words(
          name.strip(),
          email.strip(),
          address.strip(),
          postcode.strip(),
          city.strip(),
          region.strip());
    }

    /**
     * Returns what the buyer must correct; empty for nothing.
     *
     * @param quoted the cart with its current prices
     */
    String problem(Quoted quoted, Pages pages) {
      if (!quoted.problem().isEmpty()) {
        return quoted.problem();
      }
      if (!total.equals(quoted.offer().goods().total().text()) || !hasKey()) {
        return pages.text("cart.problem.changed");
      }
      if (quoted.offer().goods().total().signum() <= 0) {
        return pages.text("cart.problem.zero");
      }
      if (AcceptableText.isBlank(name) || !AcceptableText.isLine(name)) {
        return pages.text("cart.problem.name");
      }
      if (!MailText.isAddress(email.strip())) {
        return pages.text("cart.problem.email");
      }
      if (quoted.offer().shipped()) {
        String problem = address(quoted.offer().quote().delivery().country(), pages);
        if (!problem.isEmpty()) {
          return problem;
        }
      }
      if (pages.has(LegalPage.TERMS) && terms.isEmpty()) {
        return pages.text("cart.problem.terms");
      }
      return "";
    }

    private String address(String to, Pages pages) {
      if (AcceptableText.isBlank(address)) {
        return pages.text("cart.problem.address");
      }
      if (AcceptableText.isBlank(city)) {
        return pages.text("cart.problem.city");
      }
      if (Countries.hasPostcode(to) && AcceptableText.isBlank(postcode)) {
        return pages.text("cart.problem.postcode");
      }
      return "";
    }

    ShopOrder.Buyer buyer(String to, Locale language) {
      CartPage.Words words = words();
      var postal =
          new PostalAddress(words.address(), words.postcode(), words.city(), words.region(), to);
      return ShopOrder.Buyer.of(words.name(), words.email(), postal, language);
    }
  }

  /**
   * Purchasable items of a cart with their sums.
   *
   * @param problem message about items or a delivery that are not available; empty for none
   * @param linked delivery for links; the default unless the buyer has chosen one
   */
  record Quoted(CartPage.Offer offer, String problem, Quote.Delivery linked) {}

  /**
   * Returns the items of a cart.
   *
   * @throws dev.gatehouse.bus.ApiException 404 if none of them can be bought
   */
  private Quoted quoted(Call call, CartText cart, Quote.Delivery delivery) {
    Products products = catalogue.products(call);
    products.expect(cart.quantities().keySet());
    Quoted quoted = quoted(products, cart, delivery);
    if (quoted.offer().goods().lines().isEmpty()) {
      throw ApiError.of(ErrorCode.CART_EMPTY, "no product in this cart can be bought").exception();
    }
    return quoted;
  }

  private Quoted quoted(Products products, CartText cart, Quote.Delivery delivery) {
    Pricing pricing = settings.facts().pricing();
    Money zero = Money.zero(settings.facts().currency());
    Pricing.Items items = new Pricing.Items(zero, zero, false);
    List<ShopOrder.Line> lines = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    Map<String, ShopPicture> pictures = new HashMap<>();
    for (Map.Entry<String, Integer> each : cart.quantities().entrySet()) {
      ShopVariant variant = products.variant(each.getKey()).orElse(null);
      if (variant == null) {
        problems.add(pages.text("cart.problem.item"));
        continue;
      }
      ShopProduct product = products.product(variant.productId()).orElseThrow();
      ShopOrder.Line line = line(product, variant, each.getValue());
      lines.add(line);
      items =
          items.plus(pricing.line(line.sum(), product.productType(), variant.requiresShipping()));
      product.pictures().stream()
          .findFirst()
          .ifPresent(picture -> pictures.put(line.product(), picture));
      if (!variant.has(each.getValue())) {
        problems.add(line.shortage(pages.site(), variant.quantityAvailable()));
      }
    }
    Quote quote = pricing.quote(items, delivery);
    unserved(quote, delivery).ifPresent(problems::add);
    return new Quoted(
        new CartPage.Offer(
            ShopOrder.Goods.of(lines, quote.charges()), quote, pictures, items.shipped()),
        problems.stream().distinct().collect(Collectors.joining(". ")),
        delivery.equals(Quote.Delivery.DEFAULT) ? delivery : quote.delivery());
  }

  private Optional<String> unserved(Quote quote, Quote.Delivery delivery) {
    if (quote.isFor(delivery)) {
      return Optional.empty();
    }
    return Optional.of(
        pages.text("cart.problem.country", Countries.name(delivery.country(), pages.language())));
  }

  private static ShopOrder.Line line(ShopProduct product, ShopVariant variant, int quantity) {
    return new ShopOrder.Line(
        variant.legacyId(),
        product.legacyId(),
        variant.title(),
        product.title(),
        quantity,
        Money.of(variant.price().currencyCode(), variant.price().amount()));
  }
}
