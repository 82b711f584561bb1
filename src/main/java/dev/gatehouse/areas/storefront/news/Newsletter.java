package dev.gatehouse.areas.storefront.news;

import module java.base;

import dev.gatehouse.area.HourlyPlaces;
import dev.gatehouse.area.ListPage;
import dev.gatehouse.area.MailLinks;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.area.SignedLinks;
import dev.gatehouse.area.imports.ImportKind;
import dev.gatehouse.areas.storefront.news.Subscribers.Subscriber;
import dev.gatehouse.areas.storefront.pages.NoticePages;
import dev.gatehouse.areas.storefront.pages.SignUpPage;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.PageOrder;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.MailText;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.outbox.Outbox;
import dev.gatehouse.pages.Pages;
import dev.gatehouse.pages.Pages.LinkPage;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.time.Age;
import dev.gatehouse.time.StoredTime;

/**
 * News of the shop. An address is listed after its owner has confirmed it by a link. Answers do not
 * reveal whether an address was already subscribed.
 */
public final class Newsletter {
  private static final String CONFIRM = "news.confirm";
  private static final String UNSUBSCRIBE = "news.unsubscribe";
  private static final Duration PENDING = Duration.ofDays(7);

  /** Default of storefront.name, which names no shop. */
  private static final String UNNAMED = "Shop";

  /** Emails to one address within an hour, because anyone can enter it. */
  private static final int MAX_MAILS = 2;

  private final Subscribers subscribers;
  private final SignedLinks links;
  private final MailLinks mailLinks;
  private final Outbox outbox;
  private final HourlyPlaces places;
  private final Pages pages;
  private final NoticePages noticePages;
  private final String sender;
  private final boolean confirmed;
  private final InstantSource clock;

  /**
   * @param confirmed whether an address must be confirmed
   */
  public Newsletter(NodeServices node, NoticePages noticePages, String shop, boolean confirmed)
      throws IOException {
    this.subscribers = new Subscribers(node.documents(), node.clock());
    this.links = node.links();
    this.mailLinks = new MailLinks(node.settings());
    this.outbox = node.outbox();
    this.places = new HourlyPlaces(node.documents(), "newsMails", node.clock());
    this.pages = node.pages();
    this.noticePages = noticePages;
    this.sender = shop.equals(UNNAMED) ? node.pages().site().name() : shop;
    this.confirmed = confirmed;
    this.clock = node.clock();
  }

  private record SignupRequest(String email) {}

  private record SignUpForm(String email) {}

  /**
   * @param createdAt time of the consent
   * @param source where it was given
   */
  private record ListedSubscriber(
      String _id, String email, Instant createdAt, String source, String unsubscribeUrl) {}

  private record SubscriberPage(
      boolean success, List<ListedSubscriber> customers, PageOrder.Pagination pagination) {}

  public Map<String, Area.Handler> operations() {
    return Map.of(
        "storefront.signUp",
        Area.returning(Done.class, SignupRequest.class, this::signUp),
        "storefront.signUpPage",
        this::signUpPage,
        "storefront.newsPage",
        this::page,
        "storefront.newsLink",
        this::follow,
        "storefront.customers",
        Area.returning(SubscriberPage.class, this::list),
        "storefront.deleteCustomer",
        Area.returning(Done.class, this::delete));
  }

  public ImportKind imports() {
    return new SubscriberImport(subscribers, clock);
  }

  /** Deletes addresses that were not confirmed in time. Blocks. */
  public void deletePending(Age age) {
    subscribers.deletePending(age);
    places.deleteExpired(age);
  }

  public static Duration kept() {
    return PENDING;
  }

  private Answer signUp(Call call, SignupRequest request) throws DuplicateKeyException {
    subscribe(call, request.email().toLowerCase(Locale.ROOT));
    return Done.answer(
        waits(call)
            ? "follow the link in the email to subscribe, if you have not subscribed before"
            : "you are subscribed");
  }

  private Answer signUpPage(Call call) throws DuplicateKeyException {
    String email = call.body(SignUpForm.class).email().strip();
    if (!MailText.isAddress(email)) {
      return noticePages.answer(
          "shop/signup", new SignUpPage(PlainText.defaultIfEmpty(email, "@"), false));
    }
    subscribe(call, email.toLowerCase(Locale.ROOT));
    return noticePages.answer("shop/signup", new SignUpPage("", waits(call)));
  }

  /** Returns whether an address that a caller enters must be confirmed. */
  private boolean waits(Call call) {
    return confirmed && !call.caller().operator();
  }

  private void subscribe(Call call, String email) throws DuplicateKeyException {
    String id = Subscriber.id(email);
    if (!waits(call)) {
      subscribers.add(new Subscriber(id, email, StoredTime.now(clock), Subscriber.FORM));
    } else if (subscribers.find(id).isEmpty()) {
      subscribers.await(email);
      if (places.take(id, MAX_MAILS)) {
        outbox.enqueue(outbox.newId(), confirmation(id, email, call.base()).request());
      }
    }
  }

  private Email confirmation(String id, String email, String asked) {
    String token = links.token(CONFIRM, id, clock.instant().plus(PENDING));
    String url = mailLinks.base(asked) + "/storefront/news/confirm/" + token;
    return confirmation(pages, sender, email, url).unsubscribedAt(unsubscribeUrl(id, asked));
  }

  private static Email confirmation(Pages pages, String sender, String email, String url) {
    return Email.of(
        email,
        pages
            .mail("mail.news-confirm", sender)
            .button(pages.text("news.confirm.button"), url)
            .mail());
  }

  /** Returns emails with sample data by their kind, for previews. */
  public static Map<String, Email> mailSamples(Pages pages, MailLinks links) {
    String url = links.base("") + "/storefront/news/confirm/sample";
    String sender = pages.site().name();
    return Map.of("news-confirm", confirmation(pages, sender, "maria@example.com", url));
  }

  private String unsubscribeUrl(String id, String asked) {
    // The link of an old email must still work.
    String token = links.token(UNSUBSCRIBE, id, Instant.parse("2200-01-01T00:00:00Z"));
    return mailLinks.base(asked) + "/storefront/news/unsubscribe/" + token;
  }

  private Answer page(Call call) {
    linked(call);
    return LinkPage.question(pages, "news." + call.text("action"), "");
  }

  private Answer follow(Call call) throws DuplicateKeyException {
    String id = linked(call);
    if (call.text("action").equals("unsubscribe")) {
      subscribers.leave(id);
      return LinkPage.notice(pages, "news.unsubscribed");
    }
    if (!subscribers.confirm(id)) {
      throw unknown();
    }
    return LinkPage.notice(pages, "news.confirmed");
  }

  private String linked(Call call) {
    String purpose = call.text("action").equals("confirm") ? CONFIRM : UNSUBSCRIBE;
    return links.id(purpose, call.text("token")).orElseThrow(Newsletter::unknown);
  }

  private static ApiException unknown() {
    return ApiException.of(ErrorCode.NEWS_LINK_NOT_FOUND, "the link is unknown or expired");
  }

  private Answer list(Call call) {
    var page =
        ListPage.of(
            call,
            subscribers.select(call.text("q")),
            each ->
                new ListedSubscriber(
                    each.id(),
                    each.email(),
                    each.createdAt(),
                    each.source(),
                    unsubscribeUrl(each.id(), call.base())));
    return Answer.ok(new SubscriberPage(true, page.entries(), page.pagination()));
  }

  private Answer delete(Call call) {
    if (!subscribers.delete(call.text("id"))) {
      throw ApiException.of(ErrorCode.CUSTOMER_NOT_FOUND, "customer not found");
    }
    return Done.answer("the customer is deleted");
  }
}
