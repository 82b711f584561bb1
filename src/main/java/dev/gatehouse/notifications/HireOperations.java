package dev.gatehouse.notifications;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Done;
import dev.gatehouse.notifications.HireForms.HireForm;
import dev.gatehouse.notifications.mail.Letter;
import dev.gatehouse.notifications.mail.Outbox;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/** Takes hire forms: stored first, then promised to the owner by the outbox. */
final class HireOperations {
  private static final Done THANKS = new Done(true, "Thank you: your message is on its way.");

  private final HireForms forms;
  private final Outbox outbox;
  private final InstantSource clock;

  HireOperations(HireForms forms, Outbox outbox, InstantSource clock) {
    this.forms = forms;
    this.outbox = outbox;
    this.clock = clock;
  }

  Map<String, Area.Handler> operations() {
    return Map.of(
        "notifications.hire", Area.giving(Done.class, Area.taking(HireRequest.class, this::hire)),
        "notifications.hireLegacy",
            Area.giving(Done.class, Area.taking(LegacyHireRequest.class, this::hireLegacy)),
        "notifications.listHires", Area.giving(Listing.class, this::list));
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

  private record Listed(String _id, @JsonUnwrapped @JsonIgnoreProperties("id") HireForm form) {}

  private record Listing(boolean success, List<Listed> submissions, Pagination pagination) {}

  private Answer hire(Call call, HireRequest form) {
    Letter letter =
        Letter.toOwner(form.email(), "Hire request from " + form.name().strip(), text(form))
            .checked();
    if (caught(form.website())) {
      return Answer.ok(THANKS);
    }
    Instant now = clock.instant();
    return take(
        new HireForm(
            forms.newId(),
            new HireForms.Client(form.name(), form.email(), form.company()),
            new HireForms.Project(
                form.projectType(), form.budget(), form.hourlyRate(), form.timeline()),
            null,
            form.description(),
            now),
        letter,
        now);
  }

  private Answer hireLegacy(Call call, LegacyHireRequest form) {
    Letter letter = Letter.toOwner("", "Hire request: " + form.subject(), form.body()).checked();
    if (caught(form.website())) {
      return Answer.ok(THANKS);
    }
    Instant now = clock.instant();
    return take(
        new HireForm(
            forms.newId(),
            HireForms.Client.UNKNOWN,
            HireForms.Project.UNKNOWN,
            form.subject(),
            form.body(),
            now),
        letter,
        now);
  }

  private Answer take(HireForm form, Letter letter, Instant now) {
    forms.add(form);
    outbox.enqueue(letter, now);
    return Answer.ok(THANKS);
  }

  private Answer list(Call call) {
    int limit = (int) call.number("limit");
    int skip = (int) call.number("skip");
    List<Listed> page =
        forms.page(skip, limit).stream().map(form -> new Listed(form.id(), form)).toList();
    return Answer.ok(
        new Listing(true, page, Pagination.of(forms.count(), limit, skip, page.size())));
  }

  /** Only a machine fills in the field that no human sees; it shall not learn that. */
  private static boolean caught(String website) {
    return !website.isEmpty();
  }

  private static String text(HireRequest form) {
    StringBuilder text = new StringBuilder();
    line(text, "Name", form.name());
    line(text, "E-mail", form.email());
    line(text, "Company", form.company());
    line(text, "Project", form.projectType());
    line(text, "Budget", form.budget());
    line(text, "Hourly rate", form.hourlyRate() == null ? null : form.hourlyRate().toPlainString());
    line(text, "Timeline", form.timeline());
    return text.append('\n').append(form.description()).append('\n').toString();
  }

  private static void line(StringBuilder text, String name, String value) {
    if (value != null && !value.isBlank()) {
      text.append(name).append(": ").append(value).append('\n');
    }
  }
}
