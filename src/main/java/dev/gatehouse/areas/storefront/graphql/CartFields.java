package dev.gatehouse.areas.storefront.graphql;

import module java.base;

import dev.gatehouse.areas.storefront.carts.CartLinks;
import dev.gatehouse.areas.storefront.carts.CartRepository;
import dev.gatehouse.areas.storefront.carts.CartRepository.Cart;
import dev.gatehouse.areas.storefront.catalogue.ShopPrice;
import dev.gatehouse.areas.storefront.catalogue.ShopVariant;
import dev.gatehouse.areas.storefront.charges.Charges;
import dev.gatehouse.areas.storefront.charges.Pricing;
import dev.gatehouse.areas.storefront.graphql.LocalShop.ShopContext;
import dev.gatehouse.formats.Money;
import graphql.TypeResolutionEnvironment;
import graphql.schema.DataFetcher;
import graphql.schema.DataFetchingEnvironment;
import graphql.schema.GraphQLObjectType;
import graphql.schema.idl.RuntimeWiring;

/**
 * Fields of carts. Lines whose variant was removed are omitted. Amounts are exact and use current
 * prices.
 */
record CartFields(CartRepository carts, LocalShop.Facts facts) {
  record LineOf(Cart cart, Cart.Line line) {
    public String id() {
      return CartLinks.line(cart, line);
    }

    public int quantity() {
      return line.quantity();
    }

    public List<Cart.Attribute> attributes() {
      return line.attributes();
    }
  }

  RuntimeWiring.Builder wire(RuntimeWiring.Builder wiring) {
    return wiring
        .type("QueryRoot", type -> type.dataFetcher("cart", this::cart))
        .type(
            "Cart",
            type ->
                type.dataFetcher("id", of(CartLinks::global))
                    .dataFetcher("attributes", of(cart -> cart.details().attributes()))
                    .dataFetcher("note", of(cart -> cart.details().note()))
                    .dataFetcher("buyerIdentity", of(cart -> cart.details().buyer()))
                    .dataFetcher("discountCodes", of(CartFields::discountCodes))
                    .dataFetcher("checkoutUrl", CartFields::checkoutUrl)
                    .dataFetcher("totalQuantity", CartFields::totalQuantity)
                    .dataFetcher("lines", CartFields::lines)
                    .dataFetcher("cost", this::cost))
        .type(
            "CartLine",
            type ->
                type.dataFetcher("merchandise", CartFields::merchandise)
                    .dataFetcher("cost", CartFields::lineCost))
        .type("Merchandise", type -> type.typeResolver(CartFields::variantType))
        .type("BaseCartLine", type -> type.typeResolver(CartFields::lineType));
  }

  private static GraphQLObjectType variantType(TypeResolutionEnvironment at) {
    return at.getSchema().getObjectType("ProductVariant");
  }

  private static GraphQLObjectType lineType(TypeResolutionEnvironment at) {
    return at.getSchema().getObjectType("CartLine");
  }

  private static DataFetcher<Object> of(Function<Cart, Object> value) {
    return field -> value.apply(field.getSource());
  }

  private Cart cart(DataFetchingEnvironment field) {
    return carts.find(CartLinks.cart(field.getArgument("id"))).orElse(null);
  }

  /** This shop has no discounts, so no code is applicable. */
  private static List<Map<String, Object>> discountCodes(Cart cart) {
    return cart.details().discountCodes().stream()
        .map(code -> Map.<String, Object>of("code", code, "applicable", false))
        .toList();
  }

  private static String checkoutUrl(DataFetchingEnvironment field) {
    ShopContext shop = ShopContext.of(field);
    return CartLinks.checkout(shop.base(), shop.lines(field.getSource()));
  }

  private static int totalQuantity(DataFetchingEnvironment field) {
    return ShopContext.of(field).lines(field.getSource()).stream()
        .mapToInt(Cart.Line::quantity)
        .sum();
  }

  private static GraphqlConnection<LineOf> lines(DataFetchingEnvironment field) {
    Cart cart = field.getSource();
    List<LineOf> lines =
        ShopContext.of(field).lines(cart).stream().map(line -> new LineOf(cart, line)).toList();
    return GraphqlConnection.of(field, lines, line -> line.line().id());
  }

  private static Object merchandise(DataFetchingEnvironment field) {
    LineOf of = field.getSource();
    return ShopContext.of(field).variant(of.line());
  }

  private static Map<String, Object> lineCost(DataFetchingEnvironment field) {
    LineOf of = field.getSource();
    ShopPrice each = ShopContext.of(field).variant(of.line()).price();
    ShopPrice all = new ShopPrice(times(each, of.quantity()).toPlainString(), each.currencyCode());
    return Map.of("amountPerQuantity", each, "subtotalAmount", all, "totalAmount", all);
  }

  private static BigDecimal times(ShopPrice price, int quantity) {
    return price.number().multiply(BigDecimal.valueOf(quantity));
  }

  /** Returns the sums without the shipping, which the buyer chooses later. */
  private Map<String, Object> cost(DataFetchingEnvironment field) {
    ShopContext shop = ShopContext.of(field);
    Cart cart = field.getSource();
    Money zero = Money.zero(facts.currency());
    Pricing.Items items =
        shop.lines(cart).stream()
            .map(line -> items(shop, line))
            .reduce(new Pricing.Items(zero, zero), Pricing.Items::plus);
    String country = cart.details().buyer().countryCode();
    Charges charges = facts.pricing().items(items, Objects.requireNonNullElse(country, ""));
    ShopPrice total = ShopPrice.of(charges.sum());
    Map<String, Object> cost = new HashMap<>();
    cost.put("subtotalAmount", ShopPrice.of(items.all()));
    cost.put("totalAmount", total);
    cost.put("checkoutChargeAmount", total);
    if (charges.taxed() != null) {
      cost.put("totalTaxAmount", ShopPrice.of(charges.taxed()));
    }
    cost.put("subtotalAmountEstimated", false);
    cost.put("totalDutyAmountEstimated", false);
    cost.put("totalAmountEstimated", facts.pricing().hasTaxes());
    cost.put("totalTaxAmountEstimated", facts.pricing().hasTaxes());
    return cost;
  }

  private Pricing.Items items(ShopContext shop, Cart.Line line) {
    ShopVariant variant = shop.variant(line);
    var sum = new Money(facts.currency(), times(variant.price(), line.quantity()));
    return facts.pricing().line(sum, shop.category(variant), variant.requiresShipping());
  }
}
