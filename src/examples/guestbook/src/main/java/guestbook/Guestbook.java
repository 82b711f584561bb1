package guestbook;

import dev.gatehouse.area.extension.ApiRefusal;
import dev.gatehouse.area.extension.ApiRequest;
import dev.gatehouse.area.extension.ApiResponse;
import dev.gatehouse.area.extension.Extension;
import dev.gatehouse.area.extension.ExtensionContext;
import dev.gatehouse.area.extension.RecordFilter;
import dev.gatehouse.area.extension.RecordStore;
import dev.gatehouse.area.extension.RecordStore.Order;
import dev.gatehouse.area.extension.WebService;
import dev.gatehouse.area.extension.WorkQueue;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/**
 * A guestbook with moderation. It also forwards each notification of Gatehouse to a topic of ntfy,
 * if the setting {@code extensions.guestbook.ntfyUrl} names one.
 */
public final class Guestbook implements Extension {
  private static final int PAGE = 50;
  private static final int MAX_WAITING = 1_000;
  private static final Duration REJECTED_AFTER = Duration.ofDays(90);

  private ExtensionContext node;
  private RecordStore<GuestbookEntry> entries;

  /** A stored entry, which is also the reply. */
  record GuestbookEntry(String id, String author, String text, Instant at, boolean approved) {}

  /** The body of a new entry. */
  record GuestbookSignature(String author, String text) {}

  /** A page of entries. */
  record GuestbookPage(List<GuestbookEntry> entries, long total) {}

  /** The fields of the event {@code notifications.created} that are forwarded. */
  record Notification(String id, String title, String body) {}

  @Override
  public void setUp(ExtensionContext context) {
    node = context;
    entries = context.records("entries", GuestbookEntry.class);
    context.beforeStart(() -> entries.index(Order.descending("approved"), Order.descending("at")));
    context.operation("guestbook.list", GuestbookPage.class, this::list);
    context.operation("guestbook.waiting", GuestbookPage.class, request -> page(false, 0));
    context.operation("guestbook.sign", GuestbookSignature.class, GuestbookEntry.class, this::sign);
    context.operation("guestbook.approve", GuestbookEntry.class, this::approve);
    context.operation("guestbook.delete", this::delete);
    context.daily(java.time.LocalTime.of(4, 0), "forget", this::deleteOld);
    forwardNotifications(context.setting("ntfyUrl", ""));
  }

  private ApiResponse list(ApiRequest request) {
    return page(true, Math.toIntExact(request.number("skip")));
  }

  private ApiResponse page(boolean approved, int skip) {
    RecordFilter filter = RecordFilter.where("approved").is(approved);
    List<GuestbookEntry> page = entries.list(filter, List.of(Order.descending("at")), skip, PAGE);
    return ApiResponse.ok(new GuestbookPage(page, entries.count(filter)));
  }

  private ApiResponse sign(ApiRequest request, GuestbookSignature signature) {
    if (entries.count(RecordFilter.where("approved").is(false)) >= MAX_WAITING) {
      throw ApiRefusal.conflict("too many entries are waiting for approval");
    }
    Instant now = node.clock().instant().truncatedTo(ChronoUnit.MILLIS);
    var entry = new GuestbookEntry(node.newId(), signature.author(), signature.text(), now, false);
    entries.insert(entry);
    node.publish("guestbook.signed", entry);
    return ApiResponse.created(entry);
  }

  private ApiResponse approve(ApiRequest request) {
    return ApiResponse.ok(
        entries
            .update(request.text("id"), RecordFilter.all(), Map.of("approved", true))
            .orElseThrow(() -> ApiRefusal.notFound("entry not found")));
  }

  private ApiResponse delete(ApiRequest request) {
    if (!entries.delete(request.text("id"))) {
      throw ApiRefusal.notFound("entry not found");
    }
    return ApiResponse.noContent();
  }

  /** Deletes entries that were not approved within 90 days. */
  private void deleteOld() {
    entries.expire("at", REJECTED_AFTER, RecordFilter.where("approved").is(false));
  }

  /** Stores each notification in a queue, from which it is sent until the topic accepts it. */
  private void forwardNotifications(String url) {
    if (url.isEmpty()) {
      return;
    }
    WebService ntfy = node.webService("ntfy");
    WorkQueue<Notification> queue =
        node.queue("ntfy", Notification.class, (id, work) -> forward(ntfy, url, work));
    node.onEvent(
        "notifications.created",
        Notification.class,
        work -> {
          if (work.id() != null) {
            queue.add(work.id(), work.title(), work);
          }
        });
  }

  private static void forward(WebService ntfy, String url, Notification work) throws Exception {
    byte[] text = (work.title() + "\n\n" + work.body()).getBytes(StandardCharsets.UTF_8);
    WebService.Reply reply = ntfy.post(url, Map.of(), "text/plain; charset=utf-8", text, false);
    if (!reply.ok()) {
      throw new WorkQueue.RejectedException("ntfy returned status " + reply.status());
    }
  }
}
