package dev.gatehouse.areas.notifications;

import static dev.gatehouse.bus.ApiError.badRequestUnless;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.area.ListPage;
import dev.gatehouse.areas.notifications.HireForms.HireForm;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.PageOrder;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.MailText;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.outbox.Outbox;
import dev.gatehouse.store.DocumentStoreException;
import dev.gatehouse.store.UnknownOutcomeException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Accepts hire forms. Stores each form first, then enqueues the owner's email in the outbox. */
record HireOperations(HireForms forms, Outbox outbox, OwnerMails contents, InstantSource clock) {
  private static final Logger LOG = LoggerFactory.getLogger(HireOperations.class);
  private static final Done THANKS = new Done(true, "Thank you: your message is on its way.");

  /**
   * Maximum age of forms that are checked for missing emails. The outbox remembers emails longer.
   */
  private static final Duration RESENT = Duration.ofDays(7);

  private static final int ID_BYTES = 12;

  Map<String, Area.Handler> operations() {
    return Map.of(
        "notifications.hire",
            Area.returning(Done.class, Area.accepting(HireRequest.class, this::hire)),
        "notifications.hireLegacy",
            Area.returning(Done.class, Area.accepting(LegacyHireRequest.class, this::hireLegacy)),
        "notifications.listHires", Area.returning(Listing.class, this::list),
        "notifications.handleHire",
            Area.returning(Listed.class, Area.accepting(HireStateRequest.class, this::handle)),
        "notifications.replyToHire",
            Area.returning(Listed.class, Area.accepting(HireReplyRequest.class, this::reply)));
  }

  private record HireRequest(
      String name,
      String email,
      String company,
      String projectType,
      String budget,
      BigDecimal hourlyRate,
      String timeline,
      String description,
      String website) {}

  private record LegacyHireRequest(String subject, String body, String website) {}

  private record HireStateRequest(String state) {}

  private record HireReplyRequest(String text) {}

  private record Listed(String _id, @JsonUnwrapped @JsonIgnoreProperties("id") HireForm form) {}

  private record Listing(
      boolean success, List<Listed> submissions, PageOrder.Pagination pagination) {}

  private Answer hire(Call call, HireRequest form) {
    badRequestUnless(MailText.isAddress(form.email()), "email", "must be an e-mail address");
    return take(
        new HireForm(
            forms.newId(),
            new HireForms.Client(form.name(), form.email(), form.company()),
            new HireForms.Project(
                form.projectType(), form.budget(), form.hourlyRate(), form.timeline()),
            new HireForms.Request(null, form.description()),
            clock.instant(),
            HireForms.Handling.NONE),
        form.website());
  }

  private Answer hireLegacy(Call call, LegacyHireRequest form) {
    badRequestUnless(!form.body().isBlank(), "body", "must not be blank");
    return take(
        new HireForm(
            forms.newId(),
            HireForms.Client.UNKNOWN,
            HireForms.Project.UNKNOWN,
            new HireForms.Request(form.subject(), form.body()),
            clock.instant(),
            HireForms.Handling.NONE),
        form.website());
  }

  /** Only bots fill in the hidden field, and the answer must not reveal that. */
  private Answer take(HireForm form, String website) {
    Email letter = contents.hire(form).checked();
    if (website.isEmpty()) {
      forms.add(form);
      enqueueMail(form, letter);
    }
    return Answer.ok(THANKS);
  }

  /**
   * Enqueues the email of a stored form. If the store fails now, {@link #resendMissingHireMails}
   * enqueues it later.
   */
  private void enqueueMail(HireForm form, Email letter) {
    try {
      outbox.enqueue(letterId(form), letter.request());
    } catch (DocumentStoreException | UnknownOutcomeException e) {
      LOG.warn("email for hire form {} not enqueued, will retry: {}", form.id(), e.getMessage());
    }
  }

  /** Enqueues the emails of forms whose node or store failed after storing the form. Blocks. */
  void resendMissingHireMails() {
    Instant from = clock.instant().minus(RESENT);
    outbox
        .missing(forms.since(from), HireOperations::letterId)
        .forEach(form -> outbox.enqueue(letterId(form), contents.hire(form).request()));
  }

  private static String letterId(HireForm form) {
    return Sha256.hex("hire form " + form.id(), ID_BYTES);
  }

  private Answer list(Call call) {
    var page =
        ListPage.of(call, forms.select(call.text("state")), form -> new Listed(form.id(), form));
    return Answer.ok(new Listing(true, page.entries(), page.pagination()));
  }

  private Answer handle(Call call, HireStateRequest request) {
    return shown(forms.handle(call.text("id"), request.state()));
  }

  /** Sends a reply. A repeat of the same text sends nothing again. */
  private Answer reply(Call call, HireReplyRequest request) {
    HireForm form = forms.find(call.text("id")).orElseThrow(HireOperations::unknown);
    badRequestUnless(form.client().email() != null, "id", "names a form without an email address");
    String id = Sha256.hex("hire reply " + form.id() + ' ' + request.text(), ID_BYTES);
    outbox.enqueue(id, contents.reply(form, request.text()).request());
    return shown(forms.answered(form.id(), request.text(), clock.instant()));
  }

  private static Answer shown(Optional<HireForm> form) {
    return Answer.ok(
        form.map(found -> new Listed(found.id(), found)).orElseThrow(HireOperations::unknown));
  }

  private static ApiException unknown() {
    return ApiException.of(ErrorCode.HIRE_FORM_NOT_FOUND, "hire form not found");
  }
}
