package dev.gatehouse.areas.storefront;

import static dev.gatehouse.store.Query.by;
import static dev.gatehouse.store.Query.where;

import dev.gatehouse.area.ListPage;
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
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.pages.Pages;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Query;
import dev.gatehouse.time.StoredTime;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Newsletter subscribers. Answers do not reveal whether an address was already subscribed. */
final class Newsletter {
  private static final int ID_BYTES = 12;
  private static final String EMAIL = "email";
  private static final Query.Order LATEST_FIRST = by("createdAt").down().then("_id").down();

  private final DocumentCollection<Subscriber> subscribers;
  private final InstantSource clock;
  private final Pages pages;

  /**
   * @param id computed from the address, so that each address is stored once
   */
  private record Subscriber(String id, String email, Instant createdAt) {}

  record SignupRequest(String email) {}

  record ListedSubscriber(String _id, String email, Instant createdAt) {}

  record SubscriberPage(
      boolean success, List<ListedSubscriber> customers, PageOrder.Pagination pagination) {}

  private record SignUpForm(String email) {}

  Newsletter(Documents documents, InstantSource clock, Pages pages) {
    this.pages = pages;
    this.subscribers =
        documents.collection("newsletter", Subscriber.class, LATEST_FIRST, by(EMAIL));
    this.clock = clock;
  }

  Map<String, Area.Handler> operations() {
    return Map.of(
        "storefront.signUp",
        Area.returning(Done.class, Area.accepting(SignupRequest.class, this::signUp)),
        "storefront.signUpPage",
        this::signUpPage,
        "storefront.customers",
        Area.returning(SubscriberPage.class, this::list),
        "storefront.deleteCustomer",
        Area.returning(Done.class, this::delete));
  }

  private Answer signUp(Call call, SignupRequest request) {
    add(request.email().toLowerCase(Locale.ROOT));
    return Done.answer("you are subscribed");
  }

  private Answer signUpPage(Call call) {
    String email = call.body(SignUpForm.class).email().strip();
    if (!MailText.isAddress(email)) {
      return pages.answer("shop/signup", new SignUpPage(PlainText.defaultIfEmpty(email, "@")));
    }
    add(email.toLowerCase(Locale.ROOT));
    return pages.answer("shop/signup", new SignUpPage(""));
  }

  private void add(String email) {
    String id = Sha256.hex("newsletter " + email, ID_BYTES);
    try {
      subscribers.insert(new Subscriber(id, email, StoredTime.now(clock)));
    } catch (DuplicateKeyException known) {
      // Same answer as for a new address, so that it does not reveal who is subscribed.
    }
  }

  private Answer list(Call call) {
    String start = call.text("q");
    JsonObject wanted = Query.all();
    JsonObject order = LATEST_FIRST.json();
    if (start != null) {
      wanted = where(EMAIL).startsWith(start.toLowerCase(Locale.ROOT)).json();
      order = by(EMAIL).json();
    }
    var page =
        ListPage.of(
            call,
            subscribers.select(wanted, order),
            each -> new ListedSubscriber(each.id(), each.email(), each.createdAt()));
    return Answer.ok(new SubscriberPage(true, page.entries(), page.pagination()));
  }

  private Answer delete(Call call) {
    if (subscribers.take(Query.id(call.text("id"))).isEmpty()) {
      throw ApiException.of(ErrorCode.CUSTOMER_NOT_FOUND, "customer not found");
    }
    return Done.answer("the customer is deleted");
  }
}
