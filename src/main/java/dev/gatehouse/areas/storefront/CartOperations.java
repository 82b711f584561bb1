package dev.gatehouse.areas.storefront;

import dev.gatehouse.areas.storefront.carts.CartText;
import dev.gatehouse.areas.storefront.catalogue.Catalogue;
import dev.gatehouse.areas.storefront.catalogue.Products;
import dev.gatehouse.areas.storefront.catalogue.ShopProduct;
import dev.gatehouse.areas.storefront.catalogue.ShopVariant;
import dev.gatehouse.areas.storefront.orders.Checkout;
import dev.gatehouse.areas.storefront.orders.Orders;
import dev.gatehouse.areas.storefront.orders.ShopOrder;
import dev.gatehouse.areas.storefront.orders.ShopOrders;
import dev.gatehouse.areas.storefront.pages.CartPage;
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
import dev.gatehouse.pages.Pages;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carts that are encoded in addresses, and their orders. */
final class CartOperations {
  private static final String KEY = "[0-9a-f]{32}";

  private static final Logger LOG = LoggerFactory.getLogger(CartOperations.class);
  private static final int SERVER_ERROR = 500;
  private static final int UNAVAILABLE = 503;
  private static final Map<String, String> RETRY = Map.of("Retry-After", "60");
  private static final String TRY_AGAIN =
      "The order is not complete because the payment provider or the shop is temporarily"
          + " unavailable. Sending this form charges nothing. Send it again in a minute";

  private final Catalogue catalogue;
  private final ShopOrders orders;
  private final Checkout checkout;
  private final UnpaidHolds holds;
  private final StorefrontSettings settings;
  private final Pages pages;

  CartOperations(
      Catalogue catalogue,
      Orders orders,
      UnpaidHolds holds,
      StorefrontSettings settings,
      Pages pages) {
    this.pages = pages;
    this.holds = holds;
    this.catalogue = catalogue;
    this.orders = orders.repository();
    this.checkout = orders.checkout();
    this.settings = settings;
  }

  /** Form that orders the items of a cart. Missing fields are requested again. */
  private record CheckoutForm(
      String key, String total, String name, String email, String address) {}

  /** Purchasable items of a cart, and a message about the rest. */
  private record Found(ShopOrder.Goods goods, String problem) {}

  Map<String, Area.Handler> operations() {
    return Map.of(
        "storefront.cartPage", this::cart,
        "storefront.changeCart", this::change,
        "storefront.checkout", this::checkout);
  }

  private Answer cart(Call call) {
    if (!settings.provider().local()) {
      return elsewhere("/cart/" + call.text("lines") + discount(call));
    }
    CartText cart = CartText.of("lines", call.text("lines"));
    Found found = found(call, cart);
    return shown(cart, found.goods(), found.problem(), CartPage.Words.NONE);
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
    CartText cart = CartText.of("cart", text == null ? "" : text);
    String variant = call.text("variant");
    int quantity = (int) call.number("quantity");
    CartText changed =
        call.flag("add")
            ? cart.with(variant, cart.quantities().getOrDefault(variant, 0) + quantity)
            : cart.with(variant, quantity);
    ApiError.badRequestUnless(
        changed.quantities().size() <= CartText.MAX_LINES,
        "variant",
        "must not exceed " + CartText.MAX_LINES + " lines of the cart");
    return Answer.seeOther(call.base() + changed.path());
  }

  private Answer shown(CartText cart, ShopOrder.Goods goods, String problem, CartPage.Words words) {
    return shown(cart, goods, problem, words, orders.newKey());
  }

  private Answer shown(
      CartText cart, ShopOrder.Goods goods, String problem, CartPage.Words words, String key) {
    return pages.answer("shop/cart", new CartPage(new ShopLinks(cart), goods, problem, words, key));
  }

  private Found found(Call call, CartText cart) {
    Products products = catalogue.products(call);
    products.expect(cart.quantities().keySet());
    Found found = found(products, cart);
    if (found.goods().lines().isEmpty()) {
      throw ApiError.of(ErrorCode.CART_EMPTY, "no product in this cart can be bought").exception();
    }
    return found;
  }

  private Found found(Products products, CartText cart) {
    List<ShopOrder.Line> lines = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    cart.quantities()
        .forEach((id, quantity) -> {
          ShopVariant variant = products.variant(id).orElse(null);
          if (variant == null) {
            problems.add("An item in this cart is no longer available");
          } else {
            ShopOrder.Line line = line(products, variant, quantity);
            lines.add(line);
            if (variant.quantityAvailable() < quantity) {
              problems.add(scarce(line, variant.quantityAvailable()));
            }
          }
        });
    Money total =
        lines.stream()
            .map(line -> line.price().times(line.quantity()))
            .reduce(Money.zero(settings.facts().currency()), Money::plus);
    return new Found(
        new ShopOrder.Goods(lines, total),
        problems.stream().distinct().collect(Collectors.joining(". ")));
  }

  private static String scarce(ShopOrder.Line line, int left) {
    String name = line.title() + ", " + line.label();
    return left == 0 ? name + " is sold out" : name + ": only " + left + " left";
  }

  private static ShopOrder.Line line(Products products, ShopVariant variant, int quantity) {
    ShopProduct product = products.product(variant.key().productId()).orElseThrow();
    return new ShopOrder.Line(
        variant.key().legacyId(),
        product.key().legacyId(),
        variant.title(),
        product.title(),
        quantity,
        Money.of(variant.price().currencyCode(), variant.price().amount()));
  }

  private Answer checkout(Call call) {
    if (!settings.provider().local()) {
      throw ApiError.of(
              ErrorCode.CHECKOUT_EXTERNAL, "this shop accepts orders only in the external store")
          .exception();
    }
    CartText cart = CartText.of("lines", call.text("lines"));
    CheckoutForm form = call.body(CheckoutForm.class);
    var words =
        new CartPage.Words(form.name().strip(), form.email().strip(), form.address().strip());
    try {
      return checkout(call, cart, form, words);
    } catch (ApiException failed) {
      return notCreated(call, cart, form, words, failed);
    }
  }

  /**
   * Returns the cart page after a temporary failure. Its form has the same key, so that sending it
   * again completes the same order.
   */
  private Answer notCreated(
      Call call, CartText cart, CheckoutForm form, CartPage.Words words, ApiException failed) {
    if (failed.failure().status() < SERVER_ERROR || !form.key().matches(KEY)) {
      throw failed;
    }
    LOG.warn("checkout failed: {} {}", failed.failure().message(), failed.failure().detail());
    ShopOrder.Goods goods;
    try {
      goods = found(call, cart).goods();
    } catch (ApiException alsoFailed) {
      // The catalogue may be incomplete without the store.
      throw failed;
    }
    Answer page = shown(cart, goods, TRY_AGAIN, words, form.key());
    return new Answer(UNAVAILABLE, page.headers(), page.json(), null).with(RETRY);
  }

  private Answer checkout(Call call, CartText cart, CheckoutForm form, CartPage.Words words) {
    Optional<Checkout.Result> made = checkout.ofKey(call.origin(), form.key());
    if (made.isPresent() && made.get().problem().isEmpty()) {
      return ordered(call, made.get().order());
    }
    Found found = found(call, cart);
    String problem = problem(form, words, found);
    if (!problem.isEmpty()) {
      return shown(cart, found.goods(), problem, words);
    }
    String order = ShopOrders.id(form.key());
    holds.claim(call.caller(), order, found.goods());
    Checkout.Result placed =
        checkout.place(
            call.origin(),
            form.key(),
            found.goods(),
            ShopOrder.Buyer.of(words.name(), words.email(), words.address()));
    if (placed.problem().isEmpty()) {
      return ordered(call, placed.order());
    }
    holds.release(order);
    return shown(cart, found(call, cart).goods(), placed.problem(), words);
  }

  private static Answer ordered(Call call, ShopOrder order) {
    return Answer.seeOther(call.base() + "/storefront/orders/" + order.id());
  }

  private static String problem(CheckoutForm form, CartPage.Words words, Found found) {
    if (!found.problem().isEmpty()) {
      return found.problem();
    }
    if (!form.total().equals(found.goods().total().text()) || !form.key().matches(KEY)) {
      return "The cart or its prices have changed. Please review your cart";
    }
    if (found.goods().total().signum() <= 0) {
      return "An order with a total of zero cannot be placed here";
    }
    if (AcceptableText.isBlank(words.name()) || !AcceptableText.isLine(words.name())) {
      return "Enter your name";
    }
    if (MailText.asciiAddress(words.email()).isEmpty()) {
      return "Enter a valid email address for messages about your order";
    }
    return AcceptableText.isBlank(words.address()) ? "Enter a shipping address" : "";
  }
}
