package dev.gatehouse.areas.site.links;

import static dev.gatehouse.bus.ApiError.badRequestUnless;

import module java.base;

import dev.gatehouse.area.ListQuery;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.area.imports.ImportKind;
import dev.gatehouse.areas.site.links.ClickRecorder.Device;
import dev.gatehouse.areas.site.links.ClickRecorder.Referrer;
import dev.gatehouse.areas.site.links.ClickRecorder.Visits;
import dev.gatehouse.areas.site.links.ClickStatistics.Clicks;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.PageOrder;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.formats.PointInTime;
import dev.gatehouse.formats.WebAddress;
import dev.gatehouse.messages.SiteMessages;
import dev.gatehouse.messages.SiteMessages.ShortUrlChanged;
import dev.gatehouse.settings.Section;
import dev.gatehouse.store.DeletedRecords;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.time.StoredTime;

/**
 * Operations for short URLs: list, resolve, follow, create and delete.
 *
 * @param node publishes changes and renders previews
 */
public record ShortUrlOperations(
    Clicks clicks,
    LinkSettings settings,
    OwnAddresses own,
    DeletedRecords deleted,
    NodeServices node,
    InstantSource clock) {
  /** End of the path of a preview. */
  private static final String PREVIEW = "+";

  /** Maximum number of tries of a change that loses to concurrent changes. */
  private static final int MAX_TRIES = 100;

  /** Returns the operations by their ids. */
  public Map<String, Area.Handler> operations() {
    return Map.of(
        "site.listShortUrls", Area.returning(Listing.class, this::list),
        "site.resolveShortUrl", Area.returning(Resolved.class, this::resolve),
        "site.followShortUrl", this::follow,
        "site.shortUrlCode", this::code,
        "site.getShortUrl", Area.returning(Detailed.class, this::get),
        "site.changeShortUrl", Area.returning(Detailed.class, ShortUrlUpdate.class, this::change),
        "site.addShortUrl", Area.returning(Added.class, ShortUrlRequest.class, this::add),
        "site.deleteShortUrl", Area.returning(Done.class, this::delete));
  }

  private record ShortUrlRequest(
      String key,
      String url,
      String description,
      String expiresAt,
      long clicks,
      String createdAt) {}

  private record ShortUrlUpdate(
      String url, String description, String expiresAt, boolean neverExpires) {}

  private record Shown(
      String key, String url, String description, long clicks, Instant createdAt) {}

  private record Listing(boolean success, List<Shown> redirects, PageOrder.Pagination pagination) {}

  private record Resolved(boolean success, String key, String url) {}

  private record Added(
      boolean success,
      String key,
      String url,
      String shortUrl,
      Instant createdAt,
      Instant expiresAt) {}

  /**
   * @param history former targets, latest first
   */
  private record Detailed(
      boolean success,
      String key,
      String url,
      String shortUrl,
      String description,
      long clicks,
      Instant createdAt,
      Instant expiresAt,
      List<ShortUrl.Earlier> history) {}

  /** Returns an import of short URLs. */
  public ImportKind imports(Call call) {
    return new ShortUrlImport(
        clicks.urls(),
        settings.maxShortUrls(),
        url -> LinkTarget.ofShortUrl(url, own, call.base()),
        this::changed,
        clock);
  }

  private Answer list(Call call) {
    PageOrder page = PageOrder.of(call);
    ListQuery wanted = ListQuery.of(call);
    Instant now = clock.instant();
    List<Shown> shown =
        clicks
            .counter()
            .reading(() ->
                clicks.urls().page(now, wanted, page.offset(), page.limitOrDefault()).stream()
                    .map(this::shown)
                    .toList());
    return Answer.ok(
        new Listing(true, shown, page.of(clicks.urls().count(now, wanted), shown.size())));
  }

  private Shown shown(ShortUrl url) {
    return new Shown(
        url.id(),
        url.url(),
        url.description(),
        url.clicks() + clicks.counter().waiting(url.id()),
        url.createdAt());
  }

  private Answer resolve(Call call) {
    ShortUrl url = found(call.text("key"));
    return Answer.ok(new Resolved(true, url.id(), url.url()));
  }

  private Answer follow(Call call) {
    String key = call.text("key");
    if (key.endsWith(PREVIEW)) {
      return previews().page(call, found(key.substring(0, key.length() - PREVIEW.length())));
    }
    ShortUrl url = found(key);
    String target = url.url();
    // The service's name may have changed since the short URL was created.
    if (own.shortens(WebAddress.parse(target), call.base())) {
      throw ApiException.of(ErrorCode.SHORT_URL_LOOP, "the short URL redirects to itself");
    }
    new Visits(settings.bots()).device(call).ifPresent(device -> clicked(call, url, device));
    return new Answer(302, Map.of("Location", target), null, null);
  }

  private void clicked(Call call, ShortUrl url, Device device) {
    if (device != Device.BOT) {
      clicks.counter().add(url.id());
    }
    clicks.recorder().add(url, device, Referrer.of(call.text("Referer")), clock.instant());
  }

  private Answer code(Call call) throws IOException {
    return previews().code(call, found(call.text("key")), call.text("format"));
  }

  private ShortUrlPreviews previews() {
    return new ShortUrlPreviews(node.pages(), own);
  }

  private ShortUrl found(String key) {
    ShortUrl url = existing(key);
    if (url.expired(clock.instant())) {
      throw ApiException.of(ErrorCode.SHORT_URL_EXPIRED, "the short URL has expired");
    }
    return url;
  }

  private ShortUrl existing(String key) {
    return clicks.urls().find(ShortKey.normal(key)).orElseThrow(() -> unknown().exception());
  }

  private static ApiError unknown() {
    return ApiError.of(ErrorCode.SHORT_URL_NOT_FOUND, "short URL not found");
  }

  private Answer get(Call call) {
    String key = ShortKey.normal(call.text("key"));
    return Answer.ok(clicks.counter().reading(() -> detailed(call, existing(key))));
  }

  private Detailed detailed(Call call, ShortUrl url) {
    return new Detailed(
        true,
        url.id(),
        url.url(),
        own.shortUrl(url.id(), call.base()),
        url.description(),
        url.clicks() + clicks.counter().waiting(url.id()),
        url.createdAt(),
        url.expiry(),
        url.history());
  }

  private Answer change(Call call, ShortUrlUpdate wanted) {
    String key = ShortKey.normal(call.text("key"));
    String target =
        wanted.url() == null ? null : LinkTarget.ofShortUrl(wanted.url(), own, call.base());
    Instant now = StoredTime.now(clock);
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      ShortUrl before = existing(key);
      Instant end = before.expiresAt();
      if (wanted.neverExpires()) {
        end = ShortUrl.NEVER;
      } else if (wanted.expiresAt() != null) {
        end = future(wanted.expiresAt(), now);
      }
      ShortUrl after =
          before.changed(
              Objects.requireNonNullElse(target, before.url()),
              Objects.requireNonNullElse(wanted.description(), before.description()),
              end,
              now);
      if (clicks.urls().change(before, after)) {
        changed(key);
        return get(call);
      }
    }
    throw ApiException.busy(
        ErrorCode.WRITE_CONTENTION, "too many concurrent changes of this short URL", 1);
  }

  private Answer add(Call call, ShortUrlRequest request) {
    String key = ShortKey.checked(request.key());
    String target = LinkTarget.ofShortUrl(request.url(), own, call.base());
    Instant now = StoredTime.now(clock);
    Instant end = request.expiresAt() == null ? ShortUrl.NEVER : future(request.expiresAt(), now);
    Instant created = now;
    if (request.createdAt() != null) {
      created = PointInTime.first(request.createdAt()).truncatedTo(ChronoUnit.MILLIS);
      badRequestUnless(!created.isAfter(now), "createdAt", "must not be in the future");
    }
    var url =
        new ShortUrl(
            key,
            target,
            request.description(),
            created,
            end,
            true,
            request.clicks(),
            "",
            List.of());
    try {
      if (!clicks.urls().add(url, settings.maxShortUrls())) {
        throw ApiException.of(
            ErrorCode.RECORD_LIMIT_REACHED,
            "the maximum of " + settings.maxShortUrls() + " short URLs is reached");
      }
    } catch (DuplicateKeyException taken) {
      throw ApiException.of(
          ErrorCode.SHORT_URL_EXISTS,
          "key",
          "the short URL " + key + " exists, or existed until recently");
    }
    changed(key);
    String link = own.shortUrl(key, call.base());
    return Answer.created(new Added(true, key, target, link, created, url.expiry()))
        .with(Map.of("Location", link));
  }

  private static Instant future(String text, Instant now) {
    Instant first = PointInTime.first(text);
    badRequestUnless(
        first.equals(first.truncatedTo(ChronoUnit.MILLIS)),
        "expiresAt",
        "must have at most three decimals of a second");
    Instant end = PointInTime.last(text).truncatedTo(ChronoUnit.MILLIS);
    badRequestUnless(end.isAfter(now), "expiresAt", "must be in the future");
    return end;
  }

  private Answer delete(Call call) {
    String key = ShortKey.normal(call.text("key"));
    clicks.counter().flush();
    deleted.keep(ShortUrls.COLLECTION, key, call.caller().subject());
    if (clicks.urls().remove(key).isEmpty()) {
      throw unknown().exception();
    }
    clicks.counter().forget(key);
    changed(key);
    return Done.answer("the short URL " + key + " is deleted, and can be restored for 30 days");
  }

  private void changed(String key) {
    node.dispatcher().publish(SiteMessages.SHORT_URLS_CHANGED, new ShortUrlChanged(key));
  }

  /**
   * Content of the page that shows where a short URL leads.
   *
   * @param address of the short URL
   * @param expiresAt null if it does not expire
   */
  public record ShortUrlPreview(
      String key, String address, Target target, Instant createdAt, Instant expiresAt) {
    /** Target with its host, which visitors should check. */
    public record Target(String url, String host, String description) {}
  }

  /** Keys of short URLs: letters and digits of any script, and parts with slashes between them. */
  static final class ShortKey {
    private static final Pattern FORM =
        Pattern.compile("[\\p{L}\\p{M}\\p{N}._-]+(/[\\p{L}\\p{M}\\p{N}._-]+)*");
    private static final Pattern RESERVED = Pattern.compile("(^|.*/)\\.{1,2}(/.*|$)|.+/qr");
    private static final int MAX = 64;

    /** Returns a key in the form in which it is stored: composed characters. */
    static String normal(String key) {
      return Normalizer.normalize(key, Normalizer.Form.NFC);
    }

    /**
     * Returns a key in the form in which it is stored.
     *
     * @throws ApiException 400 that names the field {@code key}
     */
    static String checked(String given) {
      String key = normal(given);
      if (key.codePointCount(0, key.length()) > MAX || !FORM.matcher(key).matches()) {
        throw ApiException.invalid(
            "key",
            "must have 1 to 64 letters, digits and the characters . _ - with / only between parts");
      }
      if (RESERVED.matcher(key).matches()) {
        throw ApiException.invalid("key", "must not have a part of dots, or end in /qr");
      }
      return key;
    }
  }

  /**
   * Settings of links.
   *
   * @param shortUrl base of short URLs, without a slash at its end; empty for that of the service
   * @param maxHyperlinks maximum number of hyperlinks; further ones are rejected
   * @param maxShortUrls maximum number of short URLs, including expired ones
   * @param keepExpired time for which an expired short URL is kept, to report that it has expired
   * @param clickRetention time for which the statistics of clicks are kept
   * @param bots lower-case words in the User-Agent of bots
   */
  public record LinkSettings(
      String shortUrl,
      int maxHyperlinks,
      int maxShortUrls,
      Duration keepExpired,
      Duration clickRetention,
      List<String> bots) {

    public static LinkSettings read(Section own) {
      return new LinkSettings(
          PlainText.withoutEnd("/", own.url("shortUrl")),
          own.number("maxHyperlinks", 1),
          own.number("maxShortUrls", 1),
          own.duration("expiredRetention"),
          own.duration("clickRetention"),
          own.list("bots").stream().map(word -> word.toLowerCase(Locale.ROOT)).toList());
    }
  }
}
