package dev.gatehouse.areas.site.links;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
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
import dev.gatehouse.time.StoredTime;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Hyperlinks: public to read, changed with an API key. */
public final class HyperlinkOperations {
  private static final int TAG_BYTES = 16;
  private static final int MAX_TRIES = 100;

  private final Hyperlinks links;
  private final int max;
  private final OwnAddresses own;
  private final Dispatcher dispatcher;
  private final InstantSource clock;

  /**
   * @param max hyperlinks
   * @param dispatcher publishes changes
   */
  public HyperlinkOperations(
      Hyperlinks links, int max, OwnAddresses own, Dispatcher dispatcher, InstantSource clock) {
    this.links = links;
    this.max = max;
    this.own = own;
    this.dispatcher = dispatcher;
    this.clock = clock;
  }

  /** Returns the operations by their ids. */
  public Map<String, Area.Handler> operations() {
    return Map.of(
        "site.listHyperlinks", Area.returning(Hyperlink.View[].class, this::list),
        "site.getHyperlink", Area.returning(Hyperlink.View.class, this::get),
        "site.addHyperlink",
            Area.returning(Hyperlink.View.class, Area.accepting(HyperlinkCreate.class, this::add)),
        "site.changeHyperlink",
            Area.returning(
                Hyperlink.View.class, Area.accepting(HyperlinkUpdate.class, this::change)),
        "site.deleteHyperlink", Area.returning(Done.class, this::delete));
  }

  private record HyperlinkCreate(
      String url, String title, String description, String category, List<String> tags) {}

  private record HyperlinkUpdate(
      String url, String title, String description, String category, List<String> tags) {}

  private Answer list(Call call) {
    List<Hyperlink> all = links.all();
    StringBuilder revisions = new StringBuilder();
    all.forEach(link -> revisions.append(link.revision()).append(' '));
    return Answer.ok(all.stream().map(Hyperlink::view).toList())
        .with(Map.of("ETag", '"' + Sha256.hex(revisions.toString(), TAG_BYTES) + '"'));
  }

  private Answer get(Call call) {
    Hyperlink link = found(call);
    return Answer.ok(link.view()).with(validators(link));
  }

  private static Map<String, String> validators(Hyperlink link) {
    return Map.of(
        "ETag", '"' + link.revision() + '"', "Last-Modified", HttpDate.text(link.updatedAt()));
  }

  private Hyperlink found(Call call) {
    return links.find(call.text("id")).orElseThrow(() -> unknown().exception());
  }

  private static ApiError unknown() {
    return ApiError.of(ErrorCode.HYPERLINK_NOT_FOUND, "hyperlink not found");
  }

  private Answer add(Call call, HyperlinkCreate wanted) {
    Instant now = StoredTime.now(clock);
    List<String> tags = wanted.tags() == null ? List.of() : wanted.tags();
    var content =
        new Hyperlink.Content(
            target(call, wanted.url()),
            wanted.title(),
            wanted.description(),
            wanted.category(),
            tags);
    var link = new Hyperlink(links.newId(), content, now, now, links.newId());
    if (!links.add(link, max)) {
      throw ApiException.of(
          ErrorCode.RECORD_LIMIT_REACHED, "the maximum of " + max + " hyperlinks is reached");
    }
    changed(link.id());
    return Answer.created(link.view()).with(validators(link));
  }

  private String target(Call call, String url) {
    return own.foreign(Addresses.checked("url", url), call.base()).text();
  }

  /**
   * Changes a hyperlink. Each of several concurrent changes starts from the result of the previous
   * one.
   */
  private Answer change(Call call, HyperlinkUpdate wanted) {
    Optional<String> url = Optional.ofNullable(wanted.url()).map(text -> target(call, text));
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      Hyperlink before = found(call);
      if (call.seen().isPresent() && !call.seen().get().equals(before.revision())) {
        throw ApiError.changed().exception();
      }
      var content =
          new Hyperlink.Content(
              url.orElse(before.content().url()),
              or(wanted.title(), before.content().title()),
              or(wanted.description(), before.content().description()),
              or(wanted.category(), before.content().category()),
              or(wanted.tags(), before.content().tags()));
      var next =
          new Hyperlink(
              before.id(), content, before.createdAt(), StoredTime.now(clock), links.newId());
      if (links.replace(before, next)) {
        changed(next.id());
        return Answer.ok(next.view()).with(validators(next));
      }
    }
    throw ApiException.busy(
        ErrorCode.WRITE_CONTENTION, "too many concurrent changes of this hyperlink", 1);
  }

  private static <T> T or(T wanted, T before) {
    return wanted == null ? before : wanted;
  }

  private Answer delete(Call call) {
    String id = call.text("id");
    if (!links.remove(id, call.seen())) {
      throw (call.seen().isPresent() ? ApiError.changed() : unknown()).exception();
    }
    changed(id);
    return Done.answer("the hyperlink is deleted");
  }

  private void changed(String id) {
    dispatcher.publish(SiteMessages.HYPERLINKS_CHANGED, new HyperlinkChanged(id));
  }
}
