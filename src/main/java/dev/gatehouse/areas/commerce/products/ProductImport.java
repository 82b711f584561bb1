package dev.gatehouse.areas.commerce.products;

import module java.base;

import dev.gatehouse.area.StoredResource;
import dev.gatehouse.area.imports.ImportKind;
import dev.gatehouse.area.imports.ImportTable;
import dev.gatehouse.areas.commerce.products.ProductRequest.Variant;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.AcceptableText;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.messages.ProductMessages.CatalogueProduct.Status;
import dev.gatehouse.store.DeletedRecords;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.time.StoredTime;

/**
 * Import of products from the exports of Shopify, WooCommerce and other shops. The id of a product
 * comes from its id in the file, so a second import changes only what differs. The stock of labels
 * that exist is kept, because it may have been sold since.
 */
final class ProductImport implements ImportKind {
  /** Digits behind a separator that may be one of thousands. */
  private static final int THOUSAND = 3;

  private static final int MAX_NAME = 200;
  private static final int MAX_DESCRIPTION = 10_000;
  private static final Properties COLUMNS = columns();

  private final ProductRepository products;
  private final DeletedRecords deleted;
  private final StoredResource<Product> resource;
  private final String currency;
  private final InstantSource clock;
  private final ProductPictures pictures;
  private ProductExport exporter;
  private Set<ProductExport.Part> parts;
  private PriceList prices;

  ProductImport(
      ProductRepository products,
      DeletedRecords deleted,
      StoredResource<Product> resource,
      String currency,
      InstantSource clock,
      ProductPictures pictures) {
    this.products = products;
    this.deleted = deleted;
    this.resource = resource;
    this.currency = currency;
    this.clock = clock;
    this.pictures = pictures;
  }

  @Override
  public ProductImport withPictures(Path folder) {
    return new ProductImport(
        products, deleted, resource, currency, clock, pictures.inFolder(folder));
  }

  @Override
  public ImportTable read(byte[] file) {
    ImportTable table = ImportTable.of(file);
    Set<String> header = new HashSet<>();
    table.header().forEach(column -> header.add(ImportTable.plain(column)));
    String program =
        named("programs").stream()
                .filter(each -> header.containsAll(named("program." + each)))
                .findFirst()
                .orElse("woo")
            + '.';
    // Medusa has a column for each currency, and for each region.
    String inCurrency = "price" + currency.toLowerCase(Locale.ROOT) + '$';
    String inRegion = "variantprice.+" + currency.toLowerCase(Locale.ROOT);
    Map<String, String> names = new HashMap<>();
    for (String column : table.header()) {
      String plain = ImportTable.plain(column).replaceFirst(inCurrency, "price");
      String name = COLUMNS.getProperty(program + plain.replaceFirst("\\d+", "#"), column);
      name = name.replace("#", column.replaceAll("\\D", ""));
      if (name.equals(column)) {
        name = COLUMNS.getProperty("name." + plain, column);
      }
      if (ImportTable.plain(column).matches(inRegion)) {
        name = ShopifyProducts.REGIONAL_PRICE;
      }
      if (!table.header().contains(name) && !names.containsValue(name)) {
        names.put(column, name);
      }
    }
    return table.renamed(names);
  }

  private static List<String> named(String property) {
    return List.of(COLUMNS.getProperty(property).split(", "));
  }

  private static Properties columns() {
    var columns = new Properties();
    try (var in = ProductImport.class.getResourceAsStream("/import/product-columns.properties")) {
      columns.load(new InputStreamReader(in, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    // Other programs write the names in lower case, or with underscores.
    columns.values().stream()
        .map(Object::toString)
        .filter(name -> !name.contains("#"))
        .toList()
        .forEach(name -> columns.putIfAbsent("name." + ImportTable.plain(name), name));
    return columns;
  }

  @Override
  public List<Entry> entries(ImportTable table) {
    prices = PriceList.of(table, products).orElse(null);
    if (prices != null) {
      return prices.entries(table);
    }
    exporter =
        List.of(new ShopifyProducts(), new WooProducts()).stream()
            .filter(each -> table.header().containsAll(each.columns()))
            .findFirst()
            .orElseThrow(() -> {
              table.meanings().addAll(named("meanings"));
              return ApiException.of(
                  ErrorCode.CONTENT_INVALID,
                  "the file must be a product export of Shopify, WooCommerce or another known shop,"
                      + " or have columns Title and Variant Price: say which columns these are");
            });
    parts = EnumSet.noneOf(ProductExport.Part.class);
    exporter
        .parts()
        .forEach((part, starts) -> {
          if (table.header().stream()
              .anyMatch(column -> starts.stream().anyMatch(column::startsWith))) {
            parts.add(part);
          }
        });
    return exporter.entries(table);
  }

  @Override
  public String preview(Entry entry) {
    ProductRequest product;
    if (prices == null) {
      product = exporter.product(entry);
      Optional<Product> stored = products.find(exporter.id(entry));
      if (stored.isPresent()) {
        product = merged(ProductRequest.of(stored.get()), product);
      }
    } else {
      product = prices.priced(entry, prices.product(entry));
    }
    String labels =
        product.stock().entrySet().stream()
            .map(line ->
                line.getKey() + ": " + Objects.requireNonNullElse(line.getValue(), "unlimited"))
            .collect(Collectors.joining(", "))
            .replaceFirst("^Default Title: ", "");
    return "%s, %s %s, stock %s, %s pictures, %s"
        .formatted(
            product.name(),
            product.price().toPlainString(),
            currency,
            labels,
            product.images().size(),
            product.status());
  }

  @Override
  public Result store(Entry entry, boolean dry, Consumer<String> adjusted) {
    mustBePriced(entry);
    if (prices != null) {
      Product stored = prices.product(entry);
      return change(stored, known -> priced(prices.priced(entry, known)), dry);
    }
    ProductRequest read = exporter.product(entry);
    String id = exporter.id(entry);
    if (exporter.lacksStock(entry) && products.find(id).isEmpty()) {
      adjusted.accept("has no number in stock: it is unlimited until you set one");
    }
    Map<String, Path> files = pictures.files(read.images(), adjusted);
    boolean uploaded = products.find(id).filter(Product::hasUploads).isPresent();
    List<String> elsewhere =
        read.images().stream()
            .filter(
                image -> !files.containsKey(image) && !(uploaded && pictures.isStored(id, image)))
            .toList();
    products
        .find(id)
        .map(ProductRequest::of)
        .filter(stored -> !labels(stored, read).isEmpty())
        .ifPresent(stored ->
            kept(stored, read)
                .forEach(label -> adjusted.accept(label + " is not in the file, and is kept")));
    Result result = store(id, checked(read.with(read.stock(), read.status(), elsewhere)), dry);
    boolean more = false;
    for (Map.Entry<String, Path> file : files.entrySet()) {
      more |=
          dry
              ? !(uploaded && pictures.isStored(id, file.getKey()))
              : pictures.add(id, file.getKey(), file.getValue(), adjusted);
    }
    return more && result == Result.UNCHANGED ? Result.UPDATED : result;
  }

  private void mustBePriced(Entry entry) {
    for (ImportTable.Row row : entry.rows()) {
      String other = row.text("Currency");
      if (!other.isEmpty() && !other.equalsIgnoreCase(currency)) {
        throw ApiException.invalid(
            "Currency",
            "is %s, but the shop sells in %s: convert the prices and remove the currency"
                .formatted(PlainText.abbreviated(other, MAX_NAME), currency));
      }
    }
  }

  private Result store(String id, ProductRequest request, boolean dry) {
    if (products.find(id).isEmpty()
        && !deleted.find(ProductRepository.COLLECTION, List.of(id), Product.class).isEmpty()) {
      throw ApiException.invalid("product", "was deleted: restore it first");
    }
    Optional<Product> known = products.find(id);
    if (known.isEmpty()) {
      return dry || add(id, request) ? Result.CREATED : Result.UNCHANGED;
    }
    return change(known.get(), stored -> merged(ProductRequest.of(stored), request), dry);
  }

  private Result change(Product known, Function<Product, ProductRequest> change, boolean dry) {
    ProductRequest changed = change.apply(known);
    Instant updated = known.stored().updatedAt();
    if (changed.replacing(known, currency, updated).equals(known.nextVersion())) {
      return Result.UNCHANGED;
    }
    if (!dry) {
      resource.change(
          known.id(),
          earlier -> change.apply(earlier).replacing(earlier, currency, StoredTime.now(clock)));
    }
    return Result.UPDATED;
  }

  /** Returns false if a concurrent import has stored the product. */
  private boolean add(String id, ProductRequest request) {
    try {
      products.add(request.product(id, currency, request.visibility(), StoredTime.now(clock)));
    } catch (DuplicateKeyException imported) {
      return false;
    }
    resource.changed().accept(id);
    return true;
  }

  private ProductRequest checked(ProductRequest request) {
    ApiError.badRequestUnless(
        !request.name().isBlank()
            && request.name().length() <= MAX_NAME
            && AcceptableText.isLine(request.name()),
        "name",
        "must be a line of 1 to 200 characters");
    ApiError.badRequestUnless(
        request.description().length() <= MAX_DESCRIPTION,
        "description",
        "must have at most 10,000 characters");
    ApiError.badRequestUnless(request.images().size() <= 50, "images", "must be at most 50");
    for (String image : request.images()) {
      ApiError.badRequestUnless(
          image.matches("https?://[^\\s<>\"]{1,2040}"),
          "images",
          "must be addresses, or files in the folder of pictures: " + image);
    }
    return priced(request);
  }

  private ProductRequest priced(ProductRequest request) {
    int decimals = Currency.getInstance(currency).getDefaultFractionDigits();
    Stream<BigDecimal> reduced =
        request.variants().values().stream()
            .flatMap(variant -> Stream.of(variant.price(), variant.compareAtPrice()));
    Stream.concat(Stream.of(request.price(), request.compareAtPrice()), reduced)
        .filter(price -> price != null && price.scale() == THOUSAND && decimals != THOUSAND)
        .findFirst()
        .ifPresent(price -> {
          throw ApiException.invalid(
              "price",
              "is unclear: %s can be %s or %s"
                  .formatted(
                      price, price.unscaledValue(), price.stripTrailingZeros().toPlainString()));
        });
    request.product("", currency, Status.ACTIVE, Instant.EPOCH);
    return request;
  }

  /**
   * Returns a stored product with what the file says of it. Its stock, its status, what the file
   * has no columns for, and labels and uploaded pictures that the file lacks are kept.
   */
  private ProductRequest merged(ProductRequest stored, ProductRequest read) {
    Map<String, String> names = labels(stored, read);
    boolean compared = has(ProductExport.Part.COMPARED_PRICE);
    Map<String, Integer> stock = new LinkedHashMap<>();
    Map<String, LabelPrice> prices = new LinkedHashMap<>();
    names.forEach((label, name) -> {
      stock.put(label, stored.stock().getOrDefault(label, read.stock().get(name)));
      LabelPrice price = LabelPrice.of(read, name);
      prices.put(
          label,
          compared ? price : new LabelPrice(price.now(), LabelPrice.of(stored, label).before()));
    });
    var given =
        new LabelPrice(read.price(), compared ? read.compareAtPrice() : stored.compareAtPrice());
    var usual = new LabelPrice(stored.price(), stored.compareAtPrice());
    Optional<LabelPrice> changed =
        prices.entrySet().stream()
            .filter(each -> LabelPrice.of(stored, each.getKey()).equals(usual))
            .map(Map.Entry::getValue)
            .findFirst();
    LabelPrice base = prices.containsValue(usual) ? usual : changed.orElse(given);
    kept(stored, read)
        .forEach(label -> {
          stock.put(label, stored.stock().get(label));
          LabelPrice price = LabelPrice.of(stored, label);
          prices.put(label, names.isEmpty() && price.equals(usual) ? given : price);
        });
    Map<String, Variant> variants = new LinkedHashMap<>();
    stock
        .keySet()
        .forEach(label -> {
          Variant old = stored.variants().getOrDefault(label, Variant.SAME);
          boolean named = names.containsKey(label) && has(ProductExport.Part.SKU);
          Variant now = named ? read.variants().getOrDefault(names.get(label), Variant.SAME) : old;
          variants.put(label, prices.get(label).variant(base, now.sku(), old.hidden()));
        });
    variants.values().removeIf(Variant.SAME::equals);
    boolean times = has(ProductExport.Part.SALE_TIMES);
    return new ProductRequest(
            read.name(),
            has(ProductExport.Part.DESCRIPTION) ? read.description() : stored.description(),
            base.now(),
            base.before(),
            times ? read.saleFrom() : stored.saleFrom(),
            times ? read.saleUntil() : stored.saleUntil(),
            stock,
            variants,
            has(ProductExport.Part.DIGITAL) ? read.digital() : stored.digital(),
            stored.status(),
            has(ProductExport.Part.CATEGORY) ? read.category() : stored.category(),
            has(ProductExport.Part.IMAGES) ? images(stored, read) : stored.images(),
            stored.type(),
            stored.url())
        .withPrices(base.now(), base.before(), variants);
  }

  /**
   * Price of a label.
   *
   * @param before null without a sale
   */
  record LabelPrice(BigDecimal now, BigDecimal before) {
    LabelPrice {
      now = now.stripTrailingZeros();
      before = before == null ? null : before.stripTrailingZeros();
    }

    static LabelPrice of(ProductRequest product, String label) {
      Variant own = product.variants().getOrDefault(label, Variant.SAME);
      BigDecimal usual = own.price() == null ? product.compareAtPrice() : null;
      return new LabelPrice(
          Objects.requireNonNullElse(own.price(), product.price()),
          own.compareAtPrice() == null ? usual : own.compareAtPrice());
    }

    /** Returns what differs from the price of the product. */
    Variant variant(LabelPrice product, String sku, boolean hidden) {
      boolean same = equals(product);
      return new Variant(same ? null : now, same ? null : before, sku, hidden);
    }
  }

  private boolean has(ProductExport.Part part) {
    return parts.contains(part);
  }

  /** Returns the labels of a product that a file names, and their names in the file. */
  private static Map<String, String> labels(ProductRequest stored, ProductRequest read) {
    Map<String, String> names = new LinkedHashMap<>();
    boolean only = read.stock().size() == 1 && read.stock().containsKey(ProductExport.ONLY);
    if (only && !stored.stock().isEmpty()) {
      // The file has one price for the product, and does not know its labels.
      if (stored.stock().size() == 1) {
        names.put(stored.stock().keySet().iterator().next(), ProductExport.ONLY);
      }
      return names;
    }
    read.stock().keySet().forEach(label -> names.put(label, label));
    return names;
  }

  /** Returns the labels that a file lacks. A product that got a choice needs no single label. */
  private static List<String> kept(ProductRequest stored, ProductRequest read) {
    Set<String> named = labels(stored, read).keySet();
    return stored.stock().keySet().stream()
        .filter(label -> !named.contains(label) && !label.equals(ProductExport.ONLY))
        .toList();
  }

  private static List<String> images(ProductRequest stored, ProductRequest read) {
    List<String> uploaded =
        stored.images().stream().filter(image -> image.startsWith("/")).toList();
    List<String> images = new ArrayList<>(uploaded);
    read.images().stream()
        // The export of this service has the addresses of uploaded pictures.
        .filter(
            image -> uploaded.stream().noneMatch(own -> image.endsWith(PlainText.before('#', own))))
        .forEach(images::add);
    return Set.copyOf(images).equals(Set.copyOf(stored.images())) ? stored.images() : images;
  }
}
