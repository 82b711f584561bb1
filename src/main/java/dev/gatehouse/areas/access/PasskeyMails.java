package dev.gatehouse.areas.access;

import module java.base;

import dev.gatehouse.areas.access.PasskeyRepository.Passkey;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.outbox.Outbox;
import dev.gatehouse.pages.Pages;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notifies the owner of new passkeys, exactly once each: the email's ID is derived from the
 * passkey, so a node that continues late enqueues nothing again.
 */
record PasskeyMails(PasskeyRepository passkeys, Outbox outbox, Pages pages, InstantSource clock) {
  private static final Logger LOG = LoggerFactory.getLogger(PasskeyMails.class);

  /** Time in which a missing email is enqueued. The outbox keeps IDs for longer. */
  private static final Duration RESENT = Duration.ofDays(7);

  private static final int ID_BYTES = 12;

  /**
   * Enqueues an email. The passkey is stored, so a failure must not fail the request; {@link
   * #resendMissing} enqueues the email later.
   */
  void added(Passkey passkey) {
    LOG.info("passkey added: name={} address={}", passkey.name(), passkey.source().address());
    try {
      enqueue(passkey);
    } catch (RuntimeException away) {
      LOG.warn(
          "email about the new passkey was not enqueued, will retry: problem={}", away.toString());
    }
  }

  /** Enqueues the emails of passkeys whose node or store failed after storing them. Blocks. */
  void resendMissing() {
    outbox.missing(passkeys.since(earliest()), PasskeyMails::id).forEach(this::enqueue);
  }

  /**
   * Enqueues the email of a passkey that is about to be deleted, because {@link #resendMissing}
   * would not find it any more. A replaced template that fails must not keep a stranger's passkey
   * alive. Blocks.
   */
  void beforeDeletion(Passkey passkey) {
    if (passkey.createdAt().isAfter(earliest())) {
      email(passkey).ifPresent(email -> outbox.enqueue(id(passkey), email.request()));
    }
  }

  private Optional<Email> email(Passkey passkey) {
    try {
      return Optional.ofNullable(passkey.source().address())
          .map(address -> added(pages, passkey.name(), address));
    } catch (RuntimeException broken) {
      LOG.warn("email about a passkey cannot be rendered: problem={}", broken.toString());
      return Optional.empty();
    }
  }

  private Instant earliest() {
    return clock.instant().minus(RESENT);
  }

  /** An older release has enqueued the email under another ID. */
  private void enqueue(Passkey passkey) {
    String address = passkey.source().address();
    if (address != null) {
      outbox.enqueue(id(passkey), added(pages, passkey.name(), address).request());
    }
  }

  /** Returns the email's ID. A passkey that is deleted and added again is notified again. */
  private static String id(Passkey passkey) {
    return Sha256.hex(
        "passkey " + passkey.id() + ' ' + passkey.createdAt().toEpochMilli(), ID_BYTES);
  }

  static Email added(Pages pages, String name, String address) {
    return Email.toOwner("", pages.mail("mail.passkey-added", name, address).mail());
  }
}
