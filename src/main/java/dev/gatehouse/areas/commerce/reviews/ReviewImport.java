package dev.gatehouse.areas.commerce.reviews;

import module java.base;

import dev.gatehouse.area.imports.ImportKind;
import dev.gatehouse.area.imports.ImportTable;
import dev.gatehouse.area.imports.ImportText;
import dev.gatehouse.areas.commerce.products.ProductIds;
import dev.gatehouse.areas.commerce.reviews.Review.State;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.AcceptableText;
import dev.gatehouse.formats.MailText;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.messages.ProductMessages;
import dev.gatehouse.messages.ProductMessages.CatalogueProduct;
import dev.gatehouse.messages.ProductMessages.CatalogueQuery;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.time.StoredTime;

/**
 * Import of reviews, as Judge.me, Loox, Yotpo, Stamped and plugins of WooCommerce export them. A
 * row of WooCommerce that names another row as its parent is the owner's reply.
 */
final class ReviewImport implements ImportKind {
  private static final int ID_BYTES = 12;
  private static final int MAX_PREVIEW = 60;
  private static final int MAX_TITLE = 200;
  private static final int MAX_BODY = 5_000;
  private static final int MAX_AUTHOR = 100;
  private static final Set<String> PUBLISHED =
      Set.of("", "1", "ok", "approved", "published", "true", "yes", "approve", "active");
  private static final Set<String> UNWANTED = Set.of("spam", "trash", "post-trashed", "deleted");

  private final ReviewRepository reviews;
  private final ImportedProducts products;
  private final Runnable changed;
  private final InstantSource clock;
  private Columns columns;

  ReviewImport(
      ReviewRepository reviews, ImportedProducts products, Runnable changed, InstantSource clock) {
    this.reviews = reviews;
    this.products = products;
    this.changed = changed;
    this.clock = clock;
  }

  private record Columns(
      List<String> product,
      List<String> productTitle,
      List<String> rating,
      List<String> title,
      List<String> body,
      List<String> author,
      List<String> email,
      List<String> time,
      List<String> state,
      List<String> reply,
      List<String> replyTime,
      List<String> id,
      List<String> parent) {
    static Columns of(ImportTable table) {
      return new Columns(
          table.columns("producthandle handle commentpostid productid productsku sku producturl"),
          table.columns("producttitle productname product"),
          table.columns("rating reviewscore score stars reviewrating"),
          table.columns("title reviewtitle headline subject"),
          table.columns("body reviewcontent commentcontent content review text message"),
          table.columns(
              "reviewername author displayname commentauthor name nickname fullname "
                  + "customername"),
          table.columns("revieweremail email commentauthoremail customeremail"),
          table.columns(
              "reviewdate commentdategmt commentdate reviewcreationdate createdat "
                  + "datecreated date submittedat"),
          table.columns("curated commentapproved status published state"),
          table.columns("reply merchantreply commentcontentreply publicreply"),
          table.columns("replydate repliedat replycreatedat"),
          table.columns("commentid"),
          table.columns("commentparent"));
    }
  }

  @Override
  public List<Entry> entries(ImportTable table) {
    columns = Columns.of(table);
    boolean known =
        !columns.rating().isEmpty()
            && !columns.body().isEmpty()
            && !(columns.product().isEmpty() && columns.productTitle().isEmpty());
    if (!known) {
      throw ApiException.of(
          ErrorCode.CONTENT_INVALID,
          "the file must be a CSV export of reviews, with columns such as product_handle, rating"
              + " and body");
    }
    Map<String, List<ImportTable.Row>> byId = new LinkedHashMap<>();
    for (ImportTable.Row row : table.rows()) {
      String parent = row.first(columns.parent());
      String own = row.first(columns.id());
      boolean reply = byId.containsKey(parent) && !parent.isEmpty();
      String key = own.isEmpty() ? "line " + row.line() : own;
      byId.computeIfAbsent(reply ? parent : key, first -> new ArrayList<>()).add(row);
    }
    return byId.values().stream().map(rows -> new Entry(name(rows.getFirst()), rows)).toList();
  }

  private String name(ImportTable.Row row) {
    String product = row.first(columns.productTitle());
    return row.first(columns.author())
        + " on "
        + (product.isEmpty() ? row.first(columns.product()) : product);
  }

  @Override
  public String preview(Entry entry) {
    Review review = review(entry, adjusted -> {});
    return "%s of 5, %s, %s"
        .formatted(
            review.opinion().rating(),
            review.times().createdAt().toString().substring(0, 10),
            PlainText.abbreviated(AcceptableText.toLine(review.opinion().body()), MAX_PREVIEW));
  }

  @Override
  public Result store(Entry entry, boolean dry, Consumer<String> adjusted) {
    Review read = review(entry, adjusted);
    Optional<Review> known = reviews.find(read.id());
    if (known.isPresent()) {
      Review merged = merged(known.get(), read);
      if (merged.equals(known.get())) {
        return Result.UNCHANGED;
      }
      if (!dry) {
        reviews.replace(merged);
        changed.run();
      }
      return Result.UPDATED;
    }
    if (reviews.isReviewed(read.email(), read.productId())) {
      throw ApiException.invalid("email", "has a review of this product already");
    }
    if (!dry) {
      add(read);
    }
    return Result.CREATED;
  }

  /** Returns a stored review with what the file says of it, and with its own state. */
  private Review merged(Review known, Review read) {
    Review.Opinion opinion = read.opinion();
    boolean titled = !columns.title().isEmpty();
    return new Review(
        read.id(),
        read.productId(),
        new Review.Opinion(
            opinion.rating(),
            titled ? opinion.title() : known.opinion().title(),
            opinion.body(),
            opinion.authorName()),
        read.email(),
        known.state(),
        new Review.Times(read.times().createdAt(), known.times().decidedAt()),
        read.origin().reply() == null ? known.origin() : read.origin());
  }

  private void add(Review read) {
    try {
      reviews.add(read);
    } catch (DuplicateKeyException reviewed) {
      throw ApiException.of(
          ErrorCode.REVIEW_EXISTS, "this e-mail address has reviewed this product already");
    }
    changed.run();
  }

  private Review review(Entry entry, Consumer<String> adjusted) {
    ImportTable.Row row = entry.rows().getFirst();
    String product =
        products
            .find(
                columns.product().stream().map(row::text).toList(),
                row.first(columns.productTitle()))
            .orElseThrow(() ->
                ApiException.invalid(
                    "product", "is not in the catalog: import or add the product first"));
    String body = text(row.first(columns.body()), MAX_BODY, "the text", adjusted);
    String author = line(row.first(columns.author()), MAX_AUTHOR, "the name", adjusted);
    if (author.isEmpty()) {
      author = "Anonymous";
      adjusted.accept("has no author: Anonymous is used");
    }
    Instant now = StoredTime.now(clock);
    String given = row.first(columns.time());
    Instant created =
        ImportText.past(given, now)
            .orElseThrow(() ->
                ApiException.invalid(
                    "date", "must be a time in the past such as 2026-11-30: " + given));
    Optional<String> address =
        MailText.asciiAddress(row.first(columns.email()))
            .filter(each -> !each.toLowerCase(Locale.ROOT).endsWith("@judge.me"));
    String who = address.map(each -> each.toLowerCase(Locale.ROOT)).orElse(author);
    String id = Sha256.hex("imported review " + product + '\n' + who + '\n' + created, ID_BYTES);
    // The index allows an address one review of a product, so a review without one needs its own.
    String email = address.isPresent() ? who : id + "@imported.invalid";
    String title = line(row.first(columns.title()), MAX_TITLE, "the title", adjusted);
    return new Review(
        id,
        product,
        new Review.Opinion(rating(row), title, body, author),
        email,
        state(row),
        new Review.Times(created, now),
        origin(entry, adjusted));
  }

  private int rating(ImportTable.Row row) {
    String text = row.first(columns.rating());
    if (!text.matches("[1-5]([.,]0+)?")) {
      throw ApiException.invalid("rating", "must be 1 to 5, but is " + text);
    }
    return new BigDecimal(text.replace(',', '.')).intValue();
  }

  private State state(ImportTable.Row row) {
    String state = row.first(columns.state()).toLowerCase(Locale.ROOT);
    if (UNWANTED.contains(state)) {
      throw ApiException.invalid(columns.state().getFirst(), "is " + state);
    }
    return PUBLISHED.contains(state) ? State.APPROVED : State.PENDING;
  }

  private Review.Origin origin(Entry entry, Consumer<String> adjusted) {
    ImportTable.Row row = entry.rows().getFirst();
    String reply = row.first(columns.reply());
    String time = row.first(columns.replyTime());
    if (reply.isEmpty() && entry.rows().size() > 1) {
      reply = entry.rows().get(1).first(columns.body());
      time = entry.rows().get(1).first(columns.time());
    }
    String text = text(reply, MAX_BODY, "the reply", adjusted);
    return new Review.Origin(
        true,
        PlainText.emptyToNull(text),
        text.isEmpty()
            ? null
            : ImportText.time(time).map(at -> at.truncatedTo(ChronoUnit.MILLIS)).orElse(null));
  }

  private static String line(String text, int max, String what, Consumer<String> adjusted) {
    return ImportText.shortened(ImportText.line(ImportText.ofHtml(text)), max, what, adjusted);
  }

  private static String text(String html, int max, String what, Consumer<String> adjusted) {
    return ImportText.shortened(ImportText.htmlLines(html), max, what, adjusted);
  }

  /** The products of the catalog by what the exports of other shops call them. */
  static final class ImportedProducts {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int PAGE = 500;

    private final Map<String, String> byKey = new HashMap<>();
    private final Map<String, String> byName = new HashMap<>();

    static ImportedProducts of(Dispatcher dispatcher, Call call) {
      var products = new ImportedProducts();
      String after = "";
      List<CatalogueProduct> page;
      do {
        page =
            dispatcher
                .ask(
                    ProductMessages.CATALOGUE,
                    new CatalogueQuery(after, PAGE, null),
                    call.origin(),
                    PATIENCE)
                .products();
        page.forEach(products::add);
        after = page.isEmpty() ? after : page.getLast().id();
      } while (page.size() == PAGE);
      return products;
    }

    private void add(CatalogueProduct product) {
      byKey.put(product.id(), product.id());
      byName.putIfAbsent(product.name().strip().toLowerCase(Locale.ROOT), product.id());
      product.stock().stream()
          .filter(line -> line.sku() != null)
          .forEach(line -> byKey.putIfAbsent(line.sku(), product.id()));
    }

    /**
     * Returns the id of a product.
     *
     * @param keys handles, ids and SKUs of the other shop, or ids of this one
     */
    Optional<String> find(List<String> keys, String name) {
      return keys.stream()
          .filter(key -> !key.isEmpty())
          .map(key -> key.replaceFirst("^https?://.*/products/([^/?#]+).*$", "$1"))
          .flatMap(key -> Stream.of(key, ProductIds.ofShopify(key), ProductIds.ofWoo(key)))
          .map(byKey::get)
          .filter(Objects::nonNull)
          .findFirst()
          .or(() -> Optional.ofNullable(byName.get(name.strip().toLowerCase(Locale.ROOT))));
    }
  }
}
