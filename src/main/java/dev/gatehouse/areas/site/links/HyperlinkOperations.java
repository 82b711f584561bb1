package dev.gatehouse.areas.site.links;

import static dev.gatehouse.bus.ApiError.badRequestUnless;

import module java.base;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.area.StoredResource;
import dev.gatehouse.area.imports.ImportKind;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.Done;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.HttpDate;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.messages.SiteMessages;
import dev.gatehouse.messages.SiteMessages.HyperlinkChanged;
import dev.gatehouse.pages.Pages;
import dev.gatehouse.store.DeletedRecords;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Query;
import dev.gatehouse.time.StoredTime;
import io.vertx.core.json.JsonObject;

/** Hyperlinks: public to read, changed with an API key. */
public final class HyperlinkOperations {
  private static final String COLLECTION = "hyperlinks";
  private static final int TAG_BYTES = 16;

  /** Includes the id, so that the order is stable for equal times. */
  private static final Query.Order OLDEST_FIRST = Query.by("createdAt").then("_id");

  private static final Query.Order LAST_FIRST = Query.by("position").down();

  private final StoredResource<Hyperlink> resource;
  private final int max;
  private final OwnAddresses own;
  private final DeletedRecords deleted;
  private final Pages pages;
  private final InstantSource clock;

  /**
   * @param max hyperlinks
   * @param dispatcher publishes changes
   */
  public HyperlinkOperations(
      Documents documents,
      int max,
      OwnAddresses own,
      Dispatcher dispatcher,
      Pages pages,
      InstantSource clock) {
    this.resource =
        StoredResource.of(
                documents.collection(COLLECTION, Hyperlink.class, OLDEST_FIRST),
                "hyperlink",
                ErrorCode.HYPERLINK_NOT_FOUND,
                Hyperlink::asRead)
            .taggedBy(Hyperlink::revision)
            .onChange(id ->
                dispatcher.publish(SiteMessages.HYPERLINKS_CHANGED, new HyperlinkChanged(id)));
    this.deleted = new DeletedRecords(documents, clock);
    this.max = max;
    this.own = own;
    this.pages = pages;
    this.clock = clock;
  }

  /** Returns the operations by their ids. */
  public Map<String, Area.Handler> operations() {
    return Map.of(
        "site.listHyperlinks", Area.returning(Hyperlink.View[].class, this::list),
        "site.getHyperlink", Area.returning(Hyperlink.View.class, this::get),
        "site.addHyperlink", Area.returning(Hyperlink.View.class, HyperlinkCreate.class, this::add),
        "site.changeHyperlink",
            Area.returning(Hyperlink.View.class, HyperlinkUpdate.class, this::change),
        "site.orderHyperlinks",
            Area.returning(Hyperlink.View[].class, HyperlinkOrder.class, this::order),
        "site.deleteHyperlink", Area.returning(Done.class, this::delete),
        "site.links", this::page);
  }

  private record HyperlinkCreate(
      String url, String title, String description, String category, List<String> tags) {}

  private record HyperlinkUpdate(
      String url, String title, String description, String category, List<String> tags) {}

  private record HyperlinkOrder(List<String> ids) {}

  /** Returns an import of hyperlinks. */
  public ImportKind imports(Call call) {
    return new LinkImport(resource, max, url -> target(call, url), clock);
  }

  private Answer list(Call call) {
    return listed();
  }

  private Answer listed() {
    List<Hyperlink> all = ordered();
    StringBuilder revisions = new StringBuilder();
    all.forEach(link -> revisions.append(link.revision()).append(' '));
    return Answer.ok(all.stream().map(Hyperlink::view).toList())
        .with(Map.of("ETag", '"' + Sha256.hex(revisions.toString(), TAG_BYTES) + '"'));
  }

  private List<Hyperlink> ordered() {
    return resource.records().find(Query.all(), OLDEST_FIRST.json(), 0, 0).stream()
        .sorted(Hyperlink.ORDER)
        .toList();
  }

  private Answer page(Call call) {
    List<LinksPage.Link> shown =
        ordered().stream()
            .map(Hyperlink::content)
            .map(link ->
                new LinksPage.Link(
                    link.title(), link.url(), Objects.requireNonNullElse(link.description(), "")))
            .toList();
    return pages.answer("links", new LinksPage(call.base() + "/links", shown));
  }

  /** Moves the named hyperlinks to the front, in their order. */
  private Answer order(Call call, HyperlinkOrder wanted) {
    Set<String> front = new LinkedHashSet<>(wanted.ids());
    badRequestUnless(front.size() == wanted.ids().size(), "ids", "must have each ID once");
    List<Hyperlink> all = ordered();
    List<String> known = all.stream().map(Hyperlink::id).toList();
    for (String id : front) {
      if (!known.contains(id)) {
        throw ApiException.invalid("ids", "has no hyperlink " + id);
      }
    }
    front.addAll(known);
    int position = 0;
    for (String id : front) {
      position++;
      move(id, position);
    }
    return listed();
  }

  private void move(String id, int position) {
    resource.change(
        id,
        before ->
            before.position() == position
                ? before
                : before.with(before.content(), before.updatedAt(), position, newId()));
  }

  private Answer get(Call call) {
    Hyperlink link = resource.find(call);
    return Answer.ok(link.view()).with(validators(link));
  }

  private static Map<String, String> validators(Hyperlink link) {
    return Map.of(
        "ETag", '"' + link.revision() + '"', "Last-Modified", HttpDate.text(link.updatedAt()));
  }

  private Answer add(Call call, HyperlinkCreate wanted) {
    Instant now = StoredTime.now(clock);
    List<String> tags = Objects.requireNonNullElse(wanted.tags(), List.of());
    var content =
        new Hyperlink.Content(
            target(call, wanted.url()),
            wanted.title(),
            wanted.description(),
            wanted.category(),
            tags);
    int last = first(Query.all(), LAST_FIRST).map(Hyperlink::position).orElse(0);
    JsonObject sameUrl = Query.where("url").is(content.url()).json();
    String twin = first(sameUrl, OLDEST_FIRST).map(Hyperlink::id).orElse(null);
    var link = new Hyperlink(newId(), content, now, now, last + 1, newId());
    resource.add(link, link.id(), max);
    return Answer.created(link.view(twin)).with(validators(link));
  }

  private Optional<Hyperlink> first(JsonObject query, Query.Order order) {
    return resource.records().find(query, order.json(), 0, 1).stream().findFirst();
  }

  private String newId() {
    return resource.records().newId();
  }

  private String target(Call call, String url) {
    return LinkTarget.ofHyperlink(url, own, call.base());
  }

  private Answer change(Call call, HyperlinkUpdate wanted) {
    Optional<String> url = Optional.ofNullable(wanted.url()).map(text -> target(call, text));
    Hyperlink changed =
        resource.change(
            call,
            before ->
                before.with(
                    new Hyperlink.Content(
                        url.orElse(before.content().url()),
                        or(wanted.title(), before.content().title()),
                        or(wanted.description(), before.content().description()),
                        or(wanted.category(), before.content().category()),
                        or(wanted.tags(), before.content().tags())),
                    StoredTime.now(clock),
                    before.position(),
                    newId()));
    return Answer.ok(changed.view()).with(validators(changed));
  }

  private static <T> T or(T wanted, T before) {
    return wanted == null ? before : wanted;
  }

  private Answer delete(Call call) {
    resource.delete(call, link -> deleted.keep(COLLECTION, link.id(), call.caller().subject()));
    return Done.answer("the hyperlink is deleted, and can be restored for 30 days");
  }

  /**
   * Content of the public page with all hyperlinks.
   *
   * @param url absolute address of the page
   */
  public record LinksPage(String url, List<Link> links) {
    /** A hyperlink. The description may be empty. */
    public record Link(String title, String url, String description) {}
  }

  /**
   * A hyperlink.
   *
   * @param position place in the list; hyperlinks with the same place are sorted oldest first
   * @param revision changes with each change of the hyperlink
   */
  record Hyperlink(
      String id,
      @JsonUnwrapped Content content,
      Instant createdAt,
      Instant updatedAt,
      int position,
      String revision) {

    static final Comparator<Hyperlink> ORDER =
        Comparator.comparingInt(Hyperlink::position)
            .thenComparing(Hyperlink::createdAt)
            .thenComparing(Hyperlink::id);

    /**
     * Content of a hyperlink.
     *
     * @param url http, https, mailto, tel or sms
     * @param category personal, social, support or charity
     */
    record Content(
        String url, String title, String description, String category, List<String> tags) {}

    /**
     * A hyperlink in replies, with both names of the aliased fields: {@code link} equals {@code
     * url}, and {@code lastUpdated} equals {@code updatedAt}.
     *
     * @param duplicateOf ID of another hyperlink with the same URL, in the reply of its creation
     */
    record View(
        String _id,
        String link,
        @JsonUnwrapped Content content,
        Instant createdAt,
        Instant updatedAt,
        Instant lastUpdated,
        int position,
        @JsonInclude(JsonInclude.Include.NON_NULL) String duplicateOf) {}

    /** Returns the query for this revision. */
    JsonObject asRead() {
      return Query.where("_id").is(id).and("revision").is(revision).json();
    }

    Hyperlink with(Content changed, Instant now, int place, String newRevision) {
      return new Hyperlink(id, changed, createdAt, now, place, newRevision);
    }

    View view() {
      return view(null);
    }

    View view(String duplicateOf) {
      return new View(
          id, content.url(), content, createdAt, updatedAt, updatedAt, position, duplicateOf);
    }
  }
}
