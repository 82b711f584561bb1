package dev.gatehouse.areas.commerce.products;

import module java.base;

import dev.gatehouse.area.StoredResource;
import dev.gatehouse.area.imports.ImportKind;
import dev.gatehouse.area.imports.ImportTable;
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
    // Medusa has a column for each currency.
    String inCurrency = "price" + currency.toLowerCase(Locale.ROOT) + '$';
    Map<String, String> names = new HashMap<>();
    for (String column : table.header()) {
      String plain = ImportTable.plain(column).replaceFirst(inCurrency, "price");
      String name = COLUMNS.getProperty(program + plain.replaceFirst("\\d+", "#"), column);
      name = name.replace("#", column.replaceAll("\\D", ""));
      if (name.equals(column)) {
        name = COLUMNS.getProperty("name." + plain, column);
      }
      if (!table.header().contains(name)) {
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
    return exporter.entries(table);
  }

  @Override
  public String preview(Entry entry) {
    ProductRequest product = exporter.product(entry);
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
    ProductRequest read = exporter.product(entry);
    String id = exporter.id(entry);
    Map<String, Path> files = pictures.files(read.images(), adjusted);
    boolean uploaded = products.find(id).filter(Product::hasUploads).isPresent();
    List<String> elsewhere =
        read.images().stream()
            .filter(
                image -> !files.containsKey(image) && !(uploaded && pictures.isStored(id, image)))
            .toList();
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
      if (!dry) {
        add(id, request);
      }
      return Result.CREATED;
    }
    ProductRequest merged = merged(ProductRequest.of(known.get()), request);
    Instant updated = known.get().stored().updatedAt();
    if (merged.replacing(known.get(), currency, updated).equals(known.get().nextVersion())) {
      return Result.UNCHANGED;
    }
    if (!dry) {
      resource.change(
          id,
          earlier -> {
            ProductRequest newer = merged(ProductRequest.of(earlier), request);
            return newer.replacing(earlier, currency, StoredTime.now(clock));
          });
    }
    return Result.UPDATED;
  }

  private void add(String id, ProductRequest request) {
    try {
      products.add(request.product(id, currency, request.visibility(), StoredTime.now(clock)));
    } catch (DuplicateKeyException imported) {
      // A concurrent import has stored it.
      return;
    }
    resource.changed().accept(id);
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

  /** Returns a request with the stock, the status and the uploaded pictures of a stored product. */
  private static ProductRequest merged(ProductRequest stored, ProductRequest read) {
    Map<String, Integer> stock = new LinkedHashMap<>(read.stock());
    stock.replaceAll((label, count) -> stored.stock().getOrDefault(label, count));
    List<String> images =
        new ArrayList<>(stored.images().stream().filter(image -> image.startsWith("/")).toList());
    images.addAll(read.images());
    if (Set.copyOf(images).equals(Set.copyOf(stored.images()))) {
      images = stored.images();
    }
    return read.with(stock, stored.status(), images);
  }
}
