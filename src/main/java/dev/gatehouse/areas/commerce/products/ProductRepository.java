package dev.gatehouse.areas.commerce.products;

import static dev.gatehouse.store.Query.by;
import static dev.gatehouse.store.Query.where;

import module java.base;

import dev.gatehouse.area.StoredResource;
import dev.gatehouse.bus.MessageBus;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.messages.ProductMessages;
import dev.gatehouse.messages.ProductMessages.CatalogueProduct.Status;
import dev.gatehouse.messages.ProductMessages.ProductChanged;
import dev.gatehouse.messages.ProductMessages.ProductOrder;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Query;
import io.vertx.core.json.JsonObject;

/** Repository of products, oldest first, so that pages remain stable while products are added. */
record ProductRepository(DocumentCollection<Product> products) {
  static final String COLLECTION = "products";

  private static final String CREATED = "createdAt";
  private static final String ID_END = "idEnd";
  private static final String NAME = "sortName";
  private static final String PRICE = "sortPrice";
  private static final int PAGE = 500;

  static ProductRepository ofProducts(Documents documents) {
    return new ProductRepository(documents.collection(COLLECTION, Product.class, indexes()));
  }

  private static Query.Order[] indexes() {
    List<Query.Order> indexes =
        new ArrayList<>(List.of(by(ID_END), by("saleFrom").sparse(), by("saleUntil").sparse()));
    for (ProductOrder order : ProductOrder.values()) {
      indexes.add(sort(order, false));
    }
    return indexes.toArray(Query.Order[]::new);
  }

  private static Query.Order sort(ProductOrder order, boolean down) {
    Query.Order keys = by(field(order));
    if (order != ProductOrder.CREATED) {
      keys = keys.then(CREATED);
    }
    return keys.then("_id").reversedIf(down);
  }

  private static String field(ProductOrder order) {
    return switch (order) {
      case CREATED -> CREATED;
      case UPDATED -> "updatedAt";
      case NAME -> NAME;
      case PRICE -> PRICE;
      case CATEGORY -> "category";
    };
  }

  private static Object key(ProductOrder order, Product product) {
    return switch (order) {
      case CREATED -> product.stored().createdAt();
      case UPDATED -> product.stored().updatedAt();
      case NAME -> product.sortName();
      case PRICE -> product.sortPrice();
      case CATEGORY -> product.stored().category();
    };
  }

  StoredResource<Product> resource(MessageBus bus) {
    return StoredResource.of(products, "product", ErrorCode.PRODUCT_NOT_FOUND, Product::asRead)
        .onChange(id -> bus.publish(ProductMessages.CHANGED, new ProductChanged(id)));
  }

  String newId() {
    return products.newId();
  }

  void add(Product product) {
    products.insert(product);
  }

  /** Products that a list contains. */
  enum Part {
    /** Those that everyone may see. */
    LISTED("unlisted", null),
    FOR_SALE("notForSale", null),
    DRAFTS("status", Status.DRAFT.label()),
    SUBMITTED("status", Status.SUBMITTED.label()),
    ALL("_id", "");

    private final String field;
    private final Object value;

    Part(String field, Object value) {
      this.field = field;
      this.value = value;
    }

    private Query query() {
      return this == ALL ? where(field).after(value) : where(field).is(value);
    }
  }

  /** Returns products whose names begin with a text in any case, in the order of their names. */
  List<Product> named(Part part, String start, int skip, int limit) {
    Query these = part.query().and(NAME).startsWith(start.toLowerCase(Locale.ROOT));
    return products.find(these.json(), sort(ProductOrder.NAME, false).json(), skip, limit);
  }

  List<Product> page(Part part, ProductOrder order, boolean down, int skip, int limit) {
    JsonObject these = part == Part.ALL ? Query.all() : part.query().json();
    return products.find(these, sort(order, down).json(), skip, limit);
  }

  /** Returns the ids of products whose sale began or ended between two times. */
  List<String> saleChanged(Instant after, Instant until) {
    List<String> changed = new ArrayList<>();
    for (String field : List.of("saleFrom", "saleUntil")) {
      products
          .find(where(field).after(after).and(field).until(until).json(), by(field).json(), 0, PAGE)
          .forEach(product -> changed.add(product.id()));
    }
    return changed;
  }

  Optional<Product> find(String id) {
    return products.find(id);
  }

  /** Returns the products for sale after one in an order. */
  List<Product> following(ProductOrder order, boolean down, Product product, int limit) {
    String field = field(order);
    Object key = key(order, product);
    Object created = product.stored().createdAt();
    List<Query> parts = new ArrayList<>();
    parts.add(
        beyond(forSale(field).is(key).and(CREATED).is(created).and("_id"), down, product.id()));
    if (order != ProductOrder.CREATED) {
      parts.add(beyond(forSale(field).is(key).and(CREATED), down, created));
    }
    parts.add(beyond(forSale(field), down, key));
    List<Product> found = new ArrayList<>();
    for (Query part : parts) {
      if (found.size() < limit) {
        JsonObject sort = sort(order, down).json();
        found.addAll(products.find(part.json(), sort, 0, limit - found.size()));
      }
    }
    return found;
  }

  private static Query.Condition forSale(String field) {
    return Part.FOR_SALE.query().and(field);
  }

  private static Query beyond(Query.Condition condition, boolean down, Object value) {
    return down ? condition.before(value) : condition.after(value);
  }

  long count(Part part) {
    return products.count(part.query().json());
  }

  /** Returns the products whose ids have an end, also if a former release stored them. */
  List<Product> ending(String end) {
    List<Product> found =
        new ArrayList<>(products.find(where(ID_END).is(end).json(), by("_id").json(), 0, PAGE));
    for (List<Product> page = unkeyed(""); !page.isEmpty(); page = unkeyed(page.getLast().id())) {
      page.stream().filter(product -> product.idEnd().equals(end)).forEach(found::add);
    }
    return found;
  }

  /** Returns products that a former release stored, without the fields of the indexes. */
  private List<Product> unkeyed(String after) {
    return products.find(
        where(ID_END).is(null).and("_id").after(after).json(), by("_id").json(), 0, PAGE);
  }

  /** Adds the fields of the indexes to products that a former release stored. Blocks. */
  void addKeys() {
    for (List<Product> page = unkeyed(""); !page.isEmpty(); page = unkeyed(page.getLast().id())) {
      page.forEach(this::addKeys);
    }
  }

  private void addKeys(Product product) {
    products.update(
        product.asRead(),
        Query.set(ID_END, product.idEnd(), NAME, product.sortName(), PRICE, product.sortPrice()));
  }

  /** Returns the products with ids after another one, sorted by id. */
  List<Product> after(String id, int limit) {
    return products.find(where("_id").after(id).json(), by("_id").json(), 0, limit);
  }

  /** Passes products whose names begin with a text in any case to a consumer. Blocks. */
  void forEach(Part part, String start, Consumer<Product> each) {
    List<Product> page = List.of();
    int skip = 0;
    do {
      page = named(part, start, skip, PAGE);
      page.forEach(each);
      skip += page.size();
    } while (page.size() == PAGE);
  }

  List<Product> all(List<String> ids) {
    return products.find(where("_id").in(ids).json(), by("_id").json(), 0, 0);
  }
}
