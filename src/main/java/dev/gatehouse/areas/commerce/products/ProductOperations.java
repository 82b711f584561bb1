package dev.gatehouse.areas.commerce.products;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.area.StoredResource;
import dev.gatehouse.areas.commerce.caching.ResponseCache;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Caller;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.Message;
import dev.gatehouse.bus.PageOrder;
import dev.gatehouse.bus.Role;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.messages.ProductMessages;
import dev.gatehouse.messages.ProductMessages.CataloguePage;
import dev.gatehouse.messages.ProductMessages.CatalogueProduct.Presentation;
import dev.gatehouse.messages.ProductMessages.CatalogueProduct.Times;
import dev.gatehouse.messages.ProductMessages.CatalogueQuery;
import dev.gatehouse.messages.ProductMessages.ProductList;
import dev.gatehouse.messages.ProductMessages.ProductListQuery;
import dev.gatehouse.messages.ProductMessages.ProductOrder;
import dev.gatehouse.store.Documents;
import dev.gatehouse.time.StoredTime;
import dev.gatehouse.time.TrustedClock;
import java.math.BigDecimal;
import java.net.URLEncoder;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/** Operations of the catalog. Anyone may add a product unless a setting disables this. */
public final class ProductOperations {
  private static final String SCOPE = "products";
  private static final String CHALLENGE = "Bearer realm=\"gatehouse\"";

  private final ProductRepository products;
  private final StoredResource<Product> resource;
  private final boolean open;
  private final ResponseCache answers;
  private final InstantSource clock;
  private final ReservationRepository reservations;
  private final StockHolds stock;
  private final Consumer<String> deleted;

  /**
   * @param open whether anyone may add a product; otherwise only the owner
   * @param deleted receives the ids of deleted products
   */
  public ProductOperations(
      Documents documents,
      boolean open,
      Dispatcher dispatcher,
      InstantSource clock,
      Consumer<String> deleted) {
    this.deleted = deleted;
    this.products = new ProductRepository(documents);
    this.resource = products.resource(dispatcher).taggedBy(ProductOperations::tag);
    this.open = open;
    this.answers = new ResponseCache(clock);
    this.clock = clock;
    this.reservations = new ReservationRepository(documents, clock);
    this.stock = new StockHolds(resource, reservations);
  }

  /** Deletes stock reservations that ended long ago. Blocks. */
  public void deleteOldReservations(TrustedClock trusted) {
    stock.deleteOld(trusted);
  }

  /** Removes cached answers, because a product has changed on some node. */
  public void changed() {
    answers.clear();
  }

  public Map<String, Area.Handler> operations() {
    return Map.of(
        "commerce.products", Area.returning(ProductView[].class, answers.keeping(this::page)),
        "commerce.product", Area.returning(ProductView.class, answers.keeping(this::get)),
        "commerce.createProduct",
            Area.returning(ProductView.class, Area.accepting(ProductRequest.class, this::create)),
        "commerce.putProduct",
            Area.returning(ProductView.class, Area.accepting(ProductRequest.class, this::put)),
        "commerce.deleteProduct", Area.returning(Done.class, this::delete));
  }

  /** The handlers of the messages that other areas send. */
  public Message.Handlers messages() {
    return stock
        .messages()
        .on(ProductMessages.CATALOGUE, this::catalogue)
        .on(ProductMessages.LIST, this::list)
        .on(ProductMessages.ENDING, (call, wanted) -> sent(products.ending(wanted.end())));
  }

  private CataloguePage catalogue(Call call, CatalogueQuery query) {
    if (query.after() == null) {
      return sent(products.all(query.ids()));
    }
    return sent(products.after(query.after(), query.limit()));
  }

  private static CataloguePage sent(List<Product> found) {
    return new CataloguePage(found.stream().map(Product::forCatalogue).toList());
  }

  private ProductList list(Call call, ProductListQuery query) {
    if (query.limit() == 0) {
      return new ProductList(List.of(), products.count());
    }
    List<Product> found;
    if (query.after() == null) {
      found = products.page(query.order(), query.down(), query.skip(), query.limit());
    } else {
      Product after = resource.find(query.after());
      found = products.following(query.order(), query.down(), after, query.limit());
    }
    int letters = Objects.requireNonNullElse(query.maxDescription(), Integer.MAX_VALUE);
    return new ProductList(
        found.stream().map(product -> product.forCatalogue().shortened(letters)).toList(), null);
  }

  /** Completes products that a former release stored. Blocks. */
  public void addKeys() {
    products.addKeys();
  }

  private record ProductView(
      String _id,
      String id,
      @JsonUnwrapped Presentation presentation,
      BigDecimal price,
      Map<String, Integer> stock,
      @JsonUnwrapped Times times) {
    static ProductView of(Product product) {
      Map<String, Integer> stock = new LinkedHashMap<>();
      product.offer().stock().forEach(line -> stock.put(line.label(), line.count()));
      return new ProductView(
          product.id(),
          product.id(),
          product.presentation(),
          product.offer().price(),
          stock,
          product.times());
    }
  }

  private Answer page(Call call) {
    PageOrder page = PageOrder.of(call);
    String sort = call.text("sort");
    boolean down = sort.startsWith("-");
    String field = PlainText.withoutStart("-", sort).toUpperCase(Locale.ROOT);
    String start = call.text("q");
    int limit = page.limitOrDefault() + 1;
    List<Product> found;
    if (start == null) {
      found = products.page(ProductOrder.valueOf(field), down, page.offset(), limit);
    } else {
      found = products.named(start, page.offset(), limit);
    }
    List<ProductView> shown =
        found.stream().limit(page.limitOrDefault()).map(ProductView::of).toList();
    Answer answer = Answer.ok(shown);
    if (found.size() == shown.size()) {
      return answer;
    }
    return answer.with(Map.of("Link", "<" + next(call, page) + ">; rel=\"next\""));
  }

  private static String next(Call call, PageOrder page) {
    int skip = page.offset() + page.limitOrDefault();
    String limits = "?limit=" + page.limitOrDefault() + "&skip=" + skip;
    String sort = call.text("sort").equals("created") ? "" : "&sort=" + call.text("sort");
    String start = call.text("q");
    String search = start == null ? "" : "&q=" + URLEncoder.encode(start, UTF_8);
    return call.base() + "/api/proxy/products" + limits + sort + search;
  }

  private Answer get(Call call) {
    return Answer.ok(ProductView.of(resource.find(call)));
  }

  private static String tag(Product product) {
    return ResponseCache.tag(Answer.ok(ProductView.of(product)));
  }

  private Answer create(Call call, ProductRequest request) {
    if (!open) {
      mustBeOwners(call.caller());
    }
    Instant now = StoredTime.now(clock);
    Product product =
        new Product(
            products.newId(),
            request.presentation(),
            request.offer(),
            new Times(now, now),
            List.of(),
            1);
    products.add(product);
    resource.changed().accept(product.id());
    return Answer.created(ProductView.of(product));
  }

  /** The contract declares the operation public, but a setting restricts it. */
  private static void mustBeOwners(Caller caller) {
    if (caller.role() == Role.NOBODY) {
      throw ApiError.of(
              ErrorCode.CREDENTIAL_REQUIRED,
              "a credential is required: only the owner can add products")
          .with(Map.of("WWW-Authenticate", CHALLENGE))
          .exception();
    }
    if (!caller.operator() && !caller.scopes().contains(SCOPE)) {
      throw ApiException.of(ErrorCode.ROLE_NOT_ALLOWED, "only the owner can add products");
    }
  }

  private Answer put(Call call, ProductRequest request) {
    Product changed =
        resource.change(
            call,
            earlier ->
                new Product(
                    earlier.id(),
                    request.presentation(),
                    request.offer(),
                    new Times(earlier.times().createdAt(), StoredTime.now(clock)),
                    earlier.holds(),
                    earlier.version() + 1));
    return ResponseCache.tagged(Answer.ok(ProductView.of(changed)));
  }

  private Answer delete(Call call) {
    deleted.accept(resource.delete(call).id());
    return Done.answer("the product is deleted");
  }
}
