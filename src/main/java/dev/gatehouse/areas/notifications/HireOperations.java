package dev.gatehouse.areas.notifications;

import static dev.gatehouse.bus.ApiError.badRequestUnless;

import module java.base;

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
import dev.gatehouse.store.DeletedRecords;

/** Accepts hire forms. Stores each form first, then enqueues the owner's email in the outbox. */
record HireOperations(
    HireForms forms,
    DeletedRecords deleted,
    HireMails mails,
    Outbox outbox,
    OwnerMails contents,
    int maxPerHour,
    InstantSource clock) {
  private static final Done THANKS = new Done(true, "Thank you: your message is on its way.");
  private static final Duration HOUR = Duration.ofHours(1);
  private static final int ID_BYTES = 12;

  Map<String, Area.Handler> operations() {
    return Map.of(
        "notifications.hire", Area.returning(Done.class, HireRequest.class, this::hire),
        "notifications.hireLegacy",
            Area.returning(Done.class, LegacyHireRequest.class, this::hireLegacy),
        "notifications.listHires", Area.returning(Listing.class, this::list),
        "notifications.handleHire",
            Area.returning(Listed.class, HireStateRequest.class, this::handle),
        "notifications.handleHires",
            Area.returning(Handled.class, HireStatesRequest.class, this::handleAll),
        "notifications.deleteHire", Area.returning(Done.class, this::delete),
        "notifications.deleteHires",
            Area.returning(Handled.class, HireIdsRequest.class, this::deleteAll),
        "notifications.replyToHire",
            Area.returning(Listed.class, HireReplyRequest.class, this::reply));
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
      Integer secondsToFill,
      String website) {}

  private record LegacyHireRequest(
      String subject, String body, Integer secondsToFill, String website) {}

  private record HireStateRequest(String state) {}

  private record HireStatesRequest(List<String> ids, String state) {}

  private record HireIdsRequest(List<String> ids) {}

  private record HireReplyRequest(String text) {}

  /**
   * @param missing ids of forms that do not exist
   */
  private record Handled(boolean success, int changed, List<String> missing) {}

  private record Listed(
      String _id,
      @JsonUnwrapped HireForms.Client client,
      @JsonUnwrapped HireForms.Project project,
      @JsonUnwrapped HireForms.Request request,
      Instant createdAt,
      @JsonUnwrapped HireForms.Handling handling,
      List<String> signals) {
    static Listed of(HireForm form) {
      return new Listed(
          form.id(),
          form.client(),
          form.project(),
          form.request(),
          form.createdAt(),
          form.handling(),
          form.junk().signals());
    }
  }

  private record Listing(
      boolean success, List<Listed> submissions, PageOrder.Pagination pagination) {}

  private Answer hire(Call call, HireRequest form) {
    badRequestUnless(MailText.isAddress(form.email()), "email", "must be an e-mail address");
    return take(
        new HireForms.Client(form.name(), form.email(), form.company()),
        new HireForms.Project(
            form.projectType(), form.budget(), form.hourlyRate(), form.timeline()),
        new HireForms.Request(null, form.description()),
        new Filling(form.website(), form.secondsToFill()));
  }

  private Answer hireLegacy(Call call, LegacyHireRequest form) {
    badRequestUnless(!form.body().isBlank(), "body", "must not be blank");
    return take(
        HireForms.Client.UNKNOWN,
        HireForms.Project.UNKNOWN,
        new HireForms.Request(form.subject(), form.body()),
        new Filling(form.website(), form.secondsToFill()));
  }

  /** Values that show how a form was filled in. */
  private record Filling(String website, Integer seconds) {}

  /** The answer does not reveal whether the form is marked as spam. */
  private Answer take(
      HireForms.Client client,
      HireForms.Project project,
      HireForms.Request request,
      Filling filling) {
    Instant now = clock.instant();
    HireSignals.Verdict verdict =
        HireSignals.of(
            request.description(),
            filling.website(),
            filling.seconds(),
            fingerprint -> forms.countLike(fingerprint, now.minus(HireSignals.REPEATS)));
    HireForm form =
        new HireForm(
            forms.newId(),
            client,
            project,
            request,
            now,
            HireForms.Handling.first(verdict.spam()),
            verdict.found());
    Email letter = contents.hire(form).checked();
    if (forms.countBetween(now.minus(HOUR), now.plus(HOUR)) >= maxPerHour) {
      throw ApiException.busy(
          ErrorCode.RATE_LIMITED,
          "too many forms arrived within an hour: try again later",
          (int) HOUR.toSeconds());
    }
    forms.add(form);
    mails.send(form, letter);
    return Answer.ok(THANKS);
  }

  private Answer list(Call call) {
    String text = call.text("q");
    String state = call.text("state");
    PageOrder order = PageOrder.of(call);
    var page =
        text == null
            ? ListPage.of(order, forms.select(state), Listed::of)
            : ListPage.of(order, forms.containing(text, state), Listed::of);
    return Answer.ok(new Listing(true, page.entries(), page.pagination()));
  }

  private Answer handle(Call call, HireStateRequest request) {
    return shown(forms.handle(call.text("id"), request.state()));
  }

  private Answer handleAll(Call call, HireStatesRequest request) {
    return each(request.ids(), id -> forms.handle(id, request.state()).isPresent());
  }

  private Answer delete(Call call) {
    if (!delete(call, call.text("id"))) {
      throw unknown();
    }
    return Done.answer("the hire form is deleted, and can be restored for 30 days");
  }

  private Answer deleteAll(Call call, HireIdsRequest request) {
    return each(request.ids(), id -> delete(call, id));
  }

  private boolean delete(Call call, String id) {
    deleted.keep(HireForms.COLLECTION, id, call.caller().subject());
    return forms.delete(id);
  }

  private static Answer each(List<String> ids, Predicate<String> action) {
    List<String> distinct = ids.stream().distinct().toList();
    List<String> missing = distinct.stream().filter(action.negate()).toList();
    return Answer.ok(new Handled(true, distinct.size() - missing.size(), missing));
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
    return Answer.ok(form.map(Listed::of).orElseThrow(HireOperations::unknown));
  }

  private static ApiException unknown() {
    return ApiException.of(ErrorCode.HIRE_FORM_NOT_FOUND, "hire form not found");
  }
}
