package dev.gatehouse.areas.commerce.products;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNullElse;

import module java.base;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.area.StoredResource;
import dev.gatehouse.area.imports.ImportKind;
import dev.gatehouse.areas.commerce.caching.ResponseCache;
import dev.gatehouse.areas.commerce.products.ProductRepository.Part;
import dev.gatehouse.areas.commerce.products.ProductRequest.Variant;
import dev.gatehouse.areas.commerce.products.StockHolds.ReservationRepository;
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
import dev.gatehouse.messages.ProductMessages.CatalogueProduct.Status;
import dev.gatehouse.messages.ProductMessages.CatalogueProduct.StockCount;
import dev.gatehouse.messages.ProductMessages.CatalogueQuery;
import dev.gatehouse.messages.ProductMessages.ProductList;
import dev.gatehouse.messages.ProductMessages.ProductListQuery;
import dev.gatehouse.messages.ProductMessages.ProductOrder;
import dev.gatehouse.store.DeletedRecords;
import dev.gatehouse.store.Documents;
import dev.gatehouse.time.Age;
import dev.gatehouse.time.StoredTime;
import dev.gatehouse.time.TimeSource;

/** Operations of the catalog. Anyone may add a product unless a setting disables this. */
public final class ProductOperations {
  /** Longer than orders are kept, so that a late call finds the end of a reservation. */
  public static final Duration RESERVATIONS_KEPT = Duration.ofDays(90);

  private static final String SCOPE = "products";

  /** A job on another node may have missed a time just before. */
  private static final Duration SALES_OVERLAP = Duration.ofMinutes(10);

  private static final String CHALLENGE = "Bearer realm=\"gatehouse\"";

  private final ProductRepository products;
  private final StoredResource<Product> resource;
  private final ResponseCache responses;
  private final InstantSource clock;
  private final ReservationRepository reservations;
  private final StockHolds stock;
  private final DeletedRecords deleted;
  private final Consumer<SubmittedProduct> submitted;
  private final Settings settings;
  private Instant salesSeen;

  /** Settings of the catalog. */
  public record Settings(boolean open, String currency) {}

  /** Product that waits for the owner. */
  public record SubmittedProduct(String id, String name) {}

  public ProductOperations(
      Documents documents,
      Settings settings,
      Dispatcher dispatcher,
      TimeSource clock,
      Consumer<SubmittedProduct> submitted) {
    this.products = ProductRepository.ofProducts(documents);
    this.resource = products.resource(dispatcher).taggedBy(this::tag);
    this.settings = settings;
    this.salesSeen = clock.instant();
    this.responses = new ResponseCache(clock);
    this.clock = clock;
    this.reservations = new ReservationRepository(documents, clock);
    this.stock = new StockHolds(resource, reservations, clock);
    this.deleted = new DeletedRecords(documents, clock);
    this.submitted = submitted;
  }

  /** Deletes stock reservations whose end has reached an age. Blocks. */
  public void deleteOldReservations(Age age) {
    reservations.deleteEnded(age);
  }

  /** Removes cached answers, because a product has changed on some node. */
  public void changed() {
    responses.clear();
  }

  public ImportKind imports(ProductPictures.Store pictures) {
    return new ProductImport(
        products,
        deleted,
        resource,
        settings.currency(),
        clock,
        new ProductPictures(pictures, Map.of()));
  }

  public Map<String, Area.Handler> operations() {
    Area.Handler page = responses.keeping(this::page);
    Area.Handler one = responses.keeping(this::get);
    return Map.of(
        "commerce.products",
        Area.returning(
            ListedProduct[].class,
            Area.choosing(call -> call.text("status") != null, this::ownersPage, page)),
        "commerce.product",
        Area.returning(
            ProductView.class, Area.choosing(call -> isOwners(call.caller()), this::shown, one)),
        "commerce.createProduct",
        Area.returning(ProductView.class, ProductRequest.class, this::create),
        "commerce.putProduct",
        Area.returning(
            ProductView.class,
            ProductRequest.class,
            (call, request) -> changed(call, known -> request)),
        "commerce.changeProduct",
        Area.returning(
            ProductView.class, ProductChange.class, (call, change) -> changed(call, change::of)),
        "commerce.deleteProduct",
        Area.returning(Done.class, this::delete),
        "commerce.productTable",
        new ProductTable(products)::reply);
  }

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
    return new CataloguePage(
        found.stream()
            .filter(product -> product.stored().status() == Status.ACTIVE)
            .map(Product::stored)
            .toList());
  }

  private ProductList list(Call call, ProductListQuery query) {
    if (query.limit() == 0) {
      return new ProductList(List.of(), products.count(Part.FOR_SALE));
    }
    List<Product> found;
    if (query.after() == null) {
      found =
          products.page(Part.FOR_SALE, query.order(), query.down(), query.skip(), query.limit());
    } else {
      Product after = resource.find(query.after());
      found = products.following(query.order(), query.down(), after, query.limit());
    }
    int letters = Objects.requireNonNullElse(query.maxDescription(), Integer.MAX_VALUE);
    return new ProductList(
        found.stream().map(product -> product.stored().shortened(letters)).toList(), null);
  }

  /** Completes products that a former release stored. Blocks. */
  public void addKeys() {
    products.addKeys();
  }

  /**
   * Product in a reply.
   *
   * @param currentPrices what buyers pay now, by label
   */
  private record ProductView(
      String _id,
      String id,
      @JsonUnwrapped ProductRequest product,
      Map<String, BigDecimal> currentPrices,
      Instant createdAt,
      Instant updatedAt) {}

  /**
   * Product in a list.
   *
   * @param etag for {@code If-Match}
   */
  private record ListedProduct(@JsonUnwrapped ProductView product, String etag) {}

  private Answer page(Call call) {
    return page(call, Part.LISTED);
  }

  private Answer ownersPage(Call call) {
    mustBeOwners(call.caller(), "list these products");
    return page(call, Part.valueOf(call.text("status").toUpperCase(Locale.ROOT)));
  }

  private Answer page(Call call, Part part) {
    PageOrder page = PageOrder.of(call);
    String sort = call.text("sort");
    boolean down = sort.startsWith("-");
    String field = PlainText.withoutStart("-", sort).toUpperCase(Locale.ROOT);
    String start = call.text("q");
    int limit = page.limitOrDefault() + 1;
    List<Product> found;
    if (start == null) {
      found = products.page(part, ProductOrder.valueOf(field), down, page.offset(), limit);
    } else {
      found = products.named(part, start, page.offset(), limit);
    }
    List<ListedProduct> shown =
        found.stream()
            .limit(page.limitOrDefault())
            .map(product -> new ListedProduct(view(product), '"' + tag(product) + '"'))
            .toList();
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
    String status = call.text("status") == null ? "" : "&status=" + call.text("status");
    return call.base() + "/api/proxy/products" + limits + sort + search + status;
  }

  private Answer get(Call call) {
    Product found = resource.find(call);
    if (found.unlisted() != null) {
      throw resource.notFound();
    }
    return Answer.ok(view(found));
  }

  private Answer shown(Call call) {
    return ResponseCache.tagged(Answer.ok(view(resource.find(call))));
  }

  private ProductView view(Product product) {
    Map<String, BigDecimal> current = new LinkedHashMap<>();
    for (StockCount line : product.stored().stock()) {
      current.put(line.label(), product.stored().price(line, clock.instant()).amount());
    }
    return new ProductView(
        product.id(),
        product.id(),
        ProductRequest.of(product),
        current,
        product.stored().createdAt(),
        product.stored().updatedAt());
  }

  private String tag(Product product) {
    return ResponseCache.tag(Answer.ok(view(product)));
  }

  private Answer create(Call call, ProductRequest request) {
    if (!settings.open()) {
      mustBeOwners(call.caller(), "add products");
    }
    Status status = isOwners(call.caller()) ? request.visibility() : Status.SUBMITTED;
    Product product =
        request.product(products.newId(), settings.currency(), status, StoredTime.now(clock));
    products.add(product);
    resource.changed().accept(product.id());
    if (status == Status.SUBMITTED) {
      submitted.accept(new SubmittedProduct(product.id(), request.name()));
    }
    return Answer.created(view(product));
  }

  /** The contract declares the operation public, but a setting restricts it. */
  private static void mustBeOwners(Caller caller, String action) {
    if (caller.role() == Role.NOBODY) {
      throw ApiError.of(
              ErrorCode.CREDENTIAL_REQUIRED,
              "a credential is required: only the owner can " + action)
          .with(Map.of("WWW-Authenticate", CHALLENGE))
          .exception();
    }
    if (!isOwners(caller)) {
      throw ApiException.of(ErrorCode.ROLE_NOT_ALLOWED, "only the owner can " + action);
    }
  }

  private static boolean isOwners(Caller caller) {
    return caller.operator() || caller.scopes().contains(SCOPE);
  }

  private Answer changed(Call call, Function<Product, ProductRequest> change) {
    Product changed =
        resource.change(
            call,
            earlier ->
                change
                    .apply(earlier)
                    .replacing(earlier, settings.currency(), StoredTime.now(clock)));
    return ResponseCache.tagged(Answer.ok(view(changed)));
  }

  /** Publishes the products whose sale began or ended since the last call. Blocks. */
  public void publishSales() {
    Instant now = clock.instant();
    products.saleChanged(salesSeen.minus(SALES_OVERLAP), now).forEach(resource.changed());
    salesSeen = now;
  }

  private Answer delete(Call call) {
    resource.delete(
        call,
        product ->
            deleted.keep(ProductRepository.COLLECTION, product.id(), call.caller().subject()));
    return Done.answer("the product is deleted, and can be restored for 30 days");
  }

  /**
   * Change of some fields of a product. Fields that are null keep their values.
   *
   * @param stock differences by label; null makes a stock unlimited
   * @param newStock numbers by label; null for an unlimited stock
   * @param variants values of labels; null removes a label
   * @param unset names of fields without a value from now on
   */
  record ProductChange(
      String name,
      String description,
      BigDecimal price,
      BigDecimal compareAtPrice,
      Instant saleFrom,
      Instant saleUntil,
      Map<String, Integer> stock,
      Map<String, Integer> newStock,
      Map<String, Variant> variants,
      List<String> unset,
      Boolean digital,
      String status,
      String category,
      List<String> images,
      String type,
      String url) {

    /**
     * Returns the changed product in the form of a request.
     *
     * @throws ApiException 400 if the stock would be negative
     */
    ProductRequest of(Product known) {
      ProductRequest earlier = ProductRequest.of(known);
      Map<String, Integer> counts = new LinkedHashMap<>(earlier.stock());
      counts.putAll(requireNonNullElse(newStock, Map.of()));
      requireNonNullElse(stock, Map.<String, Integer>of())
          .forEach((label, more) -> add(counts, label, more));
      Map<String, Variant> differing = new LinkedHashMap<>(earlier.variants());
      requireNonNullElse(variants, Map.<String, Variant>of())
          .forEach((label, variant) -> {
            if (variant == null) {
              differing.remove(label);
              counts.remove(label);
            } else {
              differing.put(label, variant);
            }
          });
      return new ProductRequest(
          requireNonNullElse(name, earlier.name()),
          requireNonNullElse(description, earlier.description()),
          requireNonNullElse(price, earlier.price()),
          value("compareAtPrice", compareAtPrice, earlier.compareAtPrice()),
          value("saleFrom", saleFrom, earlier.saleFrom()),
          value("saleUntil", saleUntil, earlier.saleUntil()),
          counts,
          differing,
          requireNonNullElse(digital, earlier.digital()),
          requireNonNullElse(status, earlier.status()),
          requireNonNullElse(category, earlier.category()),
          requireNonNullElse(images, earlier.images()),
          requireNonNullElse(type, earlier.type()),
          requireNonNullElse(url, earlier.url()));
    }

    private <T> T value(String field, T sent, T earlier) {
      if (sent != null) {
        return sent;
      }
      return unset != null && unset.contains(field) ? null : earlier;
    }

    private static void add(Map<String, Integer> counts, String label, Integer more) {
      Integer known = counts.get(label);
      if (more == null || (known == null && counts.containsKey(label))) {
        // An unlimited stock that sells some is still unlimited.
        counts.put(label, null);
        return;
      }
      int before = requireNonNullElse(known, 0);
      long sum = (long) before + more;
      if (sum < 0 || sum > ProductRequest.MAX_COUNT) {
        throw ApiException.invalid(
            "stock", "must leave 0 to 1,000,000,000 of " + label + ", there are " + before);
      }
      counts.put(label, (int) sum);
    }
  }
}
