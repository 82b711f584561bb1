package dev.gatehouse.areas.storefront;

import module java.base;

import dev.gatehouse.areas.storefront.carts.CartText;
import dev.gatehouse.areas.storefront.catalogue.Catalogue;
import dev.gatehouse.areas.storefront.charges.Quote;
import dev.gatehouse.areas.storefront.orders.Checkout;
import dev.gatehouse.areas.storefront.orders.Orders;
import dev.gatehouse.areas.storefront.orders.ShopOrder;
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
import dev.gatehouse.pages.Pages;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carts that are encoded in addresses, and their orders. */
final class CartOperations {
  private static final Logger LOG = LoggerFactory.getLogger(CartOperations.class);
  private static final int SERVER_ERROR = 500;
  private static final int UNAVAILABLE = 503;
  private static final Map<String, String> RETRY = Map.of("Retry-After", "60");

  private final CartQuotes quotes;
  private final ShopOrders orders;
  private final Checkout checkout;
  private final UnpaidHolds holds;
  private final StorefrontSettings settings;
  private final Pages pages;
  private final NoticePages notices;

  CartOperations(
      Catalogue catalogue,
      Orders orders,
      UnpaidHolds holds,
      StorefrontSettings settings,
      Pages pages,
      NoticePages notices) {
    this.pages = pages;
    this.notices = notices;
    this.holds = holds;
    this.quotes = new CartQuotes(catalogue, settings, pages);
    this.orders = orders.repository();
    this.checkout = orders.checkout();
    this.settings = settings;
  }

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
    CartQuotes.Quoted quoted = quotes.of(call, cart, delivery);
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

  private Answer shown(
      CartText cart, CartQuotes.Quoted quoted, String problem, CartPage.Words words) {
    return shown(cart, quoted, problem, words, orders.newKey());
  }

  private Answer shown(
      CartText cart, CartQuotes.Quoted quoted, String problem, CartPage.Words words, String key) {
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
    CartQuotes.Quoted quoted;
    try {
      quoted = quotes.of(call, cart, form.delivery());
    } catch (ApiException alsoFailed) {
      // The catalogue may be incomplete without the store.
      throw failed;
    }
    Answer page = shown(cart, quoted, pages.text("cart.problem.again"), form.words(), form.key());
    return new Answer(UNAVAILABLE, page.headers(), page.json(), null).with(RETRY);
  }

  private Answer checkout(Call call, CartText cart, CheckoutForm form) {
    Optional<Checkout.Result> made = checkout.ofKey(call.origin(), form.key());
    if (made.isPresent() && made.get().problem().isEmpty()) {
      return ordered(call, made.get().order());
    }
    CartQuotes.Quoted quoted = quotes.of(call, cart, form.delivery());
    String problem = isClosed(call) ? pages.text("closed.orders") : form.problem(quoted, pages);
    if (!problem.isEmpty()) {
      return shown(cart, quoted, problem, form.words());
    }
    String order = ShopOrders.id(form.key());
    holds.claim(call.caller(), order, quoted.offer().goods());
    ShopOrder.Buyer buyer =
        form.buyer(quoted.offer().quote().delivery().country(), pages.language());
    Checkout.Result placed =
        checkout.place(call.origin(), form.key(), quoted.offer().goods(), buyer);
    if (placed.problem().isEmpty()) {
      return ordered(call, placed.order());
    }
    holds.release(order);
    return shown(cart, quotes.of(call, cart, form.delivery()), placed.problem(), form.words());
  }

  private boolean isClosed(Call call) {
    return !notices.current().open() && !call.caller().operator();
  }

  private static Answer ordered(Call call, ShopOrder order) {
    return Answer.seeOther(call.base() + "/storefront/orders/" + order.id());
  }
}
