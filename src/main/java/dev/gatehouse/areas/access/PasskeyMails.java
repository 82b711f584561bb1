package dev.gatehouse.areas.access;

import dev.gatehouse.outbox.Email;
import dev.gatehouse.outbox.Outbox;
import dev.gatehouse.pages.Pages;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Notifies the owner of new passkeys. */
record PasskeyMails(Outbox outbox, Pages pages) {
  private static final Logger LOG = LoggerFactory.getLogger(PasskeyMails.class);

  /** Enqueues an email. The passkey is stored, so a failure must not fail the request. */
  void added(String name, String address) {
    LOG.info("passkey added: name={} address={}", name, address);
    try {
      outbox.enqueue(outbox.newId(), added(pages, name, address).request());
    } catch (RuntimeException away) {
      LOG.warn("email about the new passkey was not enqueued: problem={}", away.toString());
    }
  }

  static Email added(Pages pages, String name, String address) {
    return Email.toOwner("", pages.mail("mail.passkey-added", name, address).mail());
  }
}
