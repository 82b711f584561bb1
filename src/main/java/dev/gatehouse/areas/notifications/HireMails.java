package dev.gatehouse.areas.notifications;

import module java.base;

import dev.gatehouse.area.HourlyPlaces;
import dev.gatehouse.areas.notifications.HireForms.HireForm;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.outbox.Outbox;
import dev.gatehouse.store.DocumentStoreException;
import dev.gatehouse.store.UnknownOutcomeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Emails to the owner about hire forms. Above a rate, forms wait for an email that lists all of
 * them. The email of a listed form is withdrawn, so a form that is neither in the outbox nor
 * withdrawn still needs one.
 *
 * @param maxPerHour number of forms that get their own email within an hour
 */
record HireMails(
    HireForms forms,
    Outbox outbox,
    OwnerMails contents,
    HourlyPlaces places,
    int maxPerHour,
    InstantSource clock) {
  private static final Logger LOG = LoggerFactory.getLogger(HireMails.class);

  /**
   * Maximum age of forms that are checked for missing emails. The outbox remembers emails longer.
   */
  private static final Duration RESENT = Duration.ofDays(7);

  private static final int ID_BYTES = 12;

  /**
   * Enqueues the email of a stored form, unless this hour's emails are used up. If the store fails
   * now, {@link #sendMissing} enqueues it later.
   */
  void send(HireForm form, Email letter) {
    try {
      sent(form, letter);
    } catch (DocumentStoreException | UnknownOutcomeException e) {
      LOG.warn("email for hire form {} not enqueued, will retry: {}", form.id(), e.getMessage());
    }
  }

  /** Returns whether a form needs no other email. */
  private boolean sent(HireForm form, Email letter) {
    if (form.isSpam()) {
      outbox.withdraw(id(form), Email.KIND);
      return true;
    }
    if (!places.take("hire", maxPerHour)) {
      return false;
    }
    outbox.enqueue(id(form), letter.request());
    return true;
  }

  /**
   * Enqueues the emails of forms that have none: a few get their own as long as the rate permits
   * it, and one email, at most once an hour, lists all others. Blocks.
   */
  void sendMissing() {
    List<HireForm> missing =
        outbox.missing(forms.since(clock.instant().minus(RESENT)), HireMails::id).toList();
    boolean few = missing.stream().filter(form -> !form.isSpam()).count() <= maxPerHour;
    List<HireForm> others =
        missing.stream()
            .filter(form -> !(few || form.isSpam()) || !sent(form, contents.hire(form)))
            .toList();
    if (!others.isEmpty() && places.take("hire-digest", 1)) {
      outbox.enqueue(
          Sha256.hex("hire digest " + others.getFirst().id(), ID_BYTES),
          contents.digest(others).request());
      others.forEach(form -> outbox.withdraw(id(form), Email.KIND));
    }
  }

  private static String id(HireForm form) {
    return Sha256.hex("hire form " + form.id(), ID_BYTES);
  }
}
