package dev.gatehouse.areas.site.links;

import module java.base;

import dev.gatehouse.area.imports.ImportKind;
import dev.gatehouse.area.imports.ImportTable;
import dev.gatehouse.area.imports.ImportText;
import dev.gatehouse.areas.site.links.ShortUrlOperations.ShortKey;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.AcceptableText;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.time.StoredTime;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * Import of short URLs from the exports of Shlink, YOURLS, Bitly and Kutt, with their clicks. A
 * short URL that exists is never changed.
 */
final class ShortUrlImport implements ImportKind {
  private static final int MAX_DESCRIPTION = 500;
  private static final long MAX_CLICKS = (1L << 53) - 1;
  private static final Set<String> NO = Set.of("", "false", "0", "no", "null", "never");

  private final ShortUrls urls;
  private final int max;
  private final UnaryOperator<String> target;
  private final Consumer<String> changed;
  private final InstantSource clock;

  /** Keys of the file with their targets. */
  private final Map<String, String> seen = new HashMap<>();

  private Columns columns;

  /**
   * @param max number of short URLs
   * @param target returns a valid URL in ASCII, or throws
   * @param changed receives each key that was added
   */
  ShortUrlImport(
      ShortUrls urls,
      int max,
      UnaryOperator<String> target,
      Consumer<String> changed,
      InstantSource clock) {
    this.urls = urls;
    this.max = max;
    this.target = target;
    this.changed = changed;
    this.clock = clock;
  }

  /** Columns of a file, by their meaning. */
  private record Columns(
      List<String> key,
      List<String> shortUrl,
      List<String> target,
      List<String> description,
      List<String> clicks,
      List<String> created,
      List<String> expires,
      List<String> begins,
      List<String> locked) {
    static Columns of(ImportTable table) {
      List<String> target =
          table.columns(
              "longurl target targeturl originalurl destination destinationurl "
                  + "destinationlink long url redirect redirecturl to");
      List<String> shortUrl =
          table.columns("shorturl bitlink shortlink shortenedurl short bitlinkurl link");
      return new Columns(
          table.columns("shortcode keyword slug key alias backhalf code address path"),
          shortUrl,
          target.isEmpty() ? table.columns("link") : target,
          table.columns("title description note notes comment"),
          table.columns(
              "visits visitscount clicks visitcount totalclicks clickcount hits "
                  + "engagements totalvisits"),
          table.columns(
              "createdat datecreated created creationdate createddate timestamp date "
                  + "dateadded"),
          table.columns(
              "validuntil expiresat expiresin expirein expirydate expirationdate "
                  + "expires expiry expire"),
          table.columns("validsince"),
          table.columns("password haspassword banned maxvisits"));
    }
  }

  @Override
  public ImportTable read(byte[] file) {
    String text = ImportText.of(file).strip();
    boolean json = text.startsWith("{") || text.startsWith("[");
    return json ? ShortUrlJson.table(text) : ImportTable.of(file);
  }

  @Override
  public List<Entry> entries(ImportTable table) {
    columns = Columns.of(table);
    if (columns.target().isEmpty() || (columns.key().isEmpty() && columns.shortUrl().isEmpty())) {
      throw ApiException.of(
          ErrorCode.CONTENT_INVALID,
          "the file must be an export of Shlink, YOURLS, Bitly or Kutt: CSV whose first line names"
              + " a column with the key or the short URL, and one with the target, or JSON");
    }
    return table.rows().stream().map(row -> new Entry(key(row), List.of(row))).toList();
  }

  private String key(ImportTable.Row row) {
    String key = row.first(columns.key());
    String whole = row.first(columns.shortUrl());
    if (!key.isEmpty()) {
      return key;
    }
    String path = whole.replaceFirst("^(?i)https?://", "");
    String behind = path.substring(path.indexOf('/') + 1).replaceFirst("[?#].*", "");
    try {
      return URLDecoder.decode(behind.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException literalPercent) {
      return behind;
    }
  }

  @Override
  public Result store(Entry entry, boolean dry, Consumer<String> adjusted) {
    ImportTable.Row row = entry.rows().getFirst();
    String key = ShortKey.checked(entry.name());
    String url = target.apply(row.first(columns.target()));
    for (String lock : columns.locked()) {
      if (!NO.contains(row.text(lock).toLowerCase(Locale.ROOT))) {
        throw ApiException.of(
            ErrorCode.CONTENT_INVALID,
            "the short URL has " + lock + ", and would open for everyone");
      }
    }
    if (ImportText.time(row.first(columns.begins()))
        .filter(clock.instant()::isBefore)
        .isPresent()) {
      throw ApiException.of(
          ErrorCode.CONTENT_INVALID, "the short URL begins later, and would open at once");
    }
    String earlier = seen.putIfAbsent(key, url);
    Optional<ShortUrl> stored = urls.find(key);
    String known = stored.map(found -> found.url()).orElse(earlier);
    if (known != null && !known.equals(url)) {
      throw ApiException.of(
          ErrorCode.SHORT_URL_EXISTS, "key", "the short URL exists, and leads to " + known);
    }
    ShortUrl read = read(row, key, url, adjusted);
    if (known != null) {
      stored
          .filter(found -> found.clicks() < read.clicks())
          .ifPresent(found -> adjusted.accept("exists already: its clicks are kept"));
      return Result.UNCHANGED;
    }
    if (!dry) {
      add(read);
    }
    return Result.CREATED;
  }

  private void add(ShortUrl url) {
    try {
      if (!urls.add(url, max)) {
        throw ApiException.of(
            ErrorCode.RECORD_LIMIT_REACHED,
            "the maximum of " + max + " short URLs (links.maxShortUrls) is reached");
      }
      changed.accept(url.id());
    } catch (DuplicateKeyException imported) {
      // A concurrent import has stored it.
    }
  }

  private ShortUrl read(ImportTable.Row row, String key, String url, Consumer<String> adjusted) {
    Instant now = StoredTime.now(clock);
    String created = row.first(columns.created());
    Optional<Instant> createdAt = time(created, adjusted).filter(time -> !time.isAfter(now));
    Instant end = time(row.first(columns.expires()), adjusted).orElse(ShortUrl.NEVER);
    String description =
        columns.description().stream()
            .map(row::text)
            .filter(text -> !text.isEmpty())
            .distinct()
            .collect(Collectors.joining("\n"));
    String text = AcceptableText.toParagraph(description).strip();
    return new ShortUrl(
        key,
        url,
        ImportText.shortened(text, MAX_DESCRIPTION, "the description", adjusted),
        createdAt.orElse(now),
        end,
        end.isAfter(now),
        clicks(row.first(columns.clicks())),
        "",
        List.of());
  }

  private static Optional<Instant> time(String text, Consumer<String> adjusted) {
    if (NO.contains(text.toLowerCase(Locale.ROOT))) {
      return Optional.empty();
    }
    Optional<Instant> time = ImportText.time(text);
    if (time.isEmpty()) {
      adjusted.accept("the time " + PlainText.abbreviated(text, 40) + " is unknown");
    }
    return time.map(found -> found.truncatedTo(ChronoUnit.MILLIS));
  }

  private static long clicks(String text) {
    String digits = text.replaceAll("[\\s\u00a0\u202f',._]", "");
    if (digits.isEmpty()) {
      return 0;
    }
    if (!digits.matches("[0-9]{1,16}") || Long.parseLong(digits) > MAX_CLICKS) {
      throw ApiException.invalid("clicks", "must be a number, but is " + text);
    }
    return Long.parseLong(digits);
  }

  /** Short URLs in the JSON of an API, such as those of Kutt, Shlink, YOURLS and Bitly. */
  static final class ShortUrlJson {
    private static final Set<String> TARGETS =
        Set.of("target", "longUrl", "long_url", "url", "originalURL", "original_url");

    /** Objects whose fields belong to the short URL. */
    private static final Map<String, List<String>> INNER =
        Map.of(
            "meta",
            List.of("validUntil", "validSince", "maxVisits"),
            "visitsSummary",
            List.of("total"));

    private final List<Map<String, String>> rows = new ArrayList<>();
    private final Set<String> unread = new TreeSet<>();

    private ShortUrlJson() {}

    /**
     * @throws ApiException 400 if the text is no JSON, or has no short URL
     */
    static ImportTable table(String text) {
      var json = new ShortUrlJson();
      json.walk(ImportText.json(text));
      return ImportTable.of(List.of(), json.rows, json.unread);
    }

    private void walk(Object value) {
      if (value instanceof JsonArray list) {
        list.forEach(this::walk);
      } else if (value instanceof JsonObject object) {
        boolean link = TARGETS.stream().anyMatch(name -> object.getValue(name) instanceof String);
        if (link) {
          add(object);
        } else {
          object.forEach(each -> walk(each.getValue()));
        }
      }
    }

    private void add(JsonObject object) {
      Map<String, String> row = new LinkedHashMap<>();
      for (Map.Entry<String, Object> each : object) {
        switch (each.getValue()) {
          case null -> {
            // Absent.
          }
          case JsonObject inner -> inner(each.getKey(), inner, row);
          case JsonArray list ->
              row.put(
                  each.getKey(),
                  list.stream().map(String::valueOf).collect(Collectors.joining(",")));
          default -> row.put(each.getKey(), each.getValue().toString().strip());
        }
      }
      rows.add(row);
    }

    private void inner(String name, JsonObject inner, Map<String, String> row) {
      List<String> read = INNER.getOrDefault(name, List.of());
      for (Map.Entry<String, Object> each : inner) {
        String field = each.getKey();
        if (each.getValue() != null && read.contains(field)) {
          row.put(field.equals("total") ? "visits" : field, each.getValue().toString());
        } else if (each.getValue() != null) {
          unread.add(name + '.' + field);
        }
      }
    }
  }
}
