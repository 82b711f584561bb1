package dev.gatehouse.areas.commerce;

import dev.gatehouse.area.MailLinks;
import dev.gatehouse.areas.commerce.products.ProductOperations.SubmittedProduct;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.outbox.Outbox;
import dev.gatehouse.pages.Pages;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Emails to the owner about products that visitors have added. */
record SubmissionMails(Outbox outbox, Pages pages, MailLinks links) {
  private static final Logger LOG = LoggerFactory.getLogger(SubmissionMails.class);
  private static final int ID_BYTES = 12;

  /** Enqueues an email. The console lists the product, too, if this fails. */
  void send(SubmittedProduct product) {
    try {
      outbox.enqueue(
          Sha256.hex("product submitted " + product.id(), ID_BYTES),
          mail(
                  pages,
                  product.name(),
                  links.base("") + "/console#/commerce?status=submitted&open=" + product.id())
              .request());
    } catch (RuntimeException away) {
      LOG.warn("email about product {} was not enqueued: {}", product.id(), away.toString());
    }
  }

  static Email mail(Pages pages, String name, String console) {
    return Email.toOwner(
        "",
        pages
            .mail("mail.product-submitted")
            .button(pages.text("mail.product-submitted.open"), console)
            .quote(name)
            .mail());
  }
}
