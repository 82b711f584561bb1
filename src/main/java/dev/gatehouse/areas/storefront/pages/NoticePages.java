package dev.gatehouse.areas.storefront.pages;

import module java.base;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.pages.Pages;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.time.StoredTime;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The owner's notice, and whether the shop takes orders. The pages show it with a short delay. */
public final class NoticePages {
  private static final Logger LOG = LoggerFactory.getLogger(NoticePages.class);
  private static final String ID = "shop";
  private static final Duration FRESH = Duration.ofSeconds(2);

  private final DocumentCollection<Stored> notices;
  private final InstantSource clock;
  private final Pages pages;
  private volatile Known known = new Known(ShopNotice.NONE, Instant.MIN);

  private record Stored(String id, String text, boolean open, Instant updatedAt) {}

  private record Known(ShopNotice notice, Instant readAt) {}

  /**
   * @param text empty for none
   */
  record NoticeRequest(String notice, boolean open) {}

  record NoticeReply(boolean success, String notice, boolean open) {}

  public NoticePages(Documents documents, InstantSource clock, Pages pages) {
    this.notices = documents.collection("storefrontNotices", Stored.class);
    this.clock = clock;
    this.pages = pages;
  }

  public Map<String, Area.Handler> operations() {
    return Map.of(
        "storefront.notice", Area.returning(NoticeReply.class, call -> reply(stored())),
        "storefront.setNotice", Area.returning(NoticeReply.class, NoticeRequest.class, this::set));
  }

  private static Answer reply(ShopNotice notice) {
    return Answer.ok(new NoticeReply(true, notice.text(), notice.open()));
  }

  private Answer set(Call call, NoticeRequest request) throws DuplicateKeyException {
    var notice = new ShopNotice(request.notice().strip(), request.open());
    notices.save(new Stored(ID, notice.text(), notice.open(), StoredTime.now(clock)), ID);
    known = new Known(notice, clock.instant());
    return reply(notice);
  }

  private ShopNotice stored() {
    return notices
        .find(ID)
        .map(each -> new ShopNotice(each.text(), each.open()))
        .orElse(ShopNotice.NONE);
  }

  /** Returns the notice. If the store fails, the last known notice applies. */
  public ShopNotice current() {
    Instant now = clock.instant();
    Known last = known;
    if (last.readAt().isAfter(now) || last.readAt().isBefore(now.minus(FRESH))) {
      try {
        last = new Known(stored(), now);
        known = last;
      } catch (RuntimeException failed) {
        LOG.warn("the notice of the shop cannot be read: {}", failed.getMessage());
      }
    }
    return last.notice();
  }

  public Answer answer(String template, Object page) {
    return pages.answer(template, page, Map.of("notice", current()));
  }

  /**
   * Notice of the owner on all pages of the shop.
   *
   * @param text empty for none
   * @param open whether the shop takes orders
   */
  public record ShopNotice(String text, boolean open) {
    public static final ShopNotice NONE = new ShopNotice("", true);

    public boolean isShown() {
      return !text.isEmpty() || !open;
    }
  }
}
