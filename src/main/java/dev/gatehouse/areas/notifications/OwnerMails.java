package dev.gatehouse.areas.notifications;

import dev.gatehouse.areas.notifications.HireForms.HireForm;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.pages.Mail;
import dev.gatehouse.pages.MailDraft;
import dev.gatehouse.pages.MailPart.Fact;
import dev.gatehouse.pages.Pages;
import java.math.BigDecimal;

/**
 * Content of the emails to the owner, and of the owner's replies.
 *
 * @param owner email address of the owner; empty if it is not set
 */
record OwnerMails(Pages pages, String owner) {
  Email notification(String title, String body) {
    return Email.toOwner("", new MailDraft(pages, title, title).paragraph(body).mail());
  }

  Email test(String to) {
    return Email.of(to, pages.mail("mail.test").mail());
  }

  Email hire(HireForm form) {
    HireForms.Request request = form.request();
    if (request.subject() != null) {
      return Email.toOwner(
          "", pages.mail("mail.hire-short", request.subject()).quote(request.description()).mail());
    }
    HireForms.Client client = form.client();
    HireForms.Project project = form.project();
    BigDecimal rate = project.hourlyRate();
    return Email.toOwner(
        client.email(),
        pages
            .mail("mail.hire", client.name().strip())
            .facts(
                fact("name", client.name()),
                fact("email", client.email()),
                fact("company", client.company()),
                fact("project", project.projectType()),
                fact("budget", project.budget()),
                fact("rate", rate == null ? null : rate.toPlainString()),
                fact("timeline", project.timeline()))
            .quote(request.description())
            .mail());
  }

  /** Returns the owner's reply to a form. Replies to it go to the owner. */
  Email reply(HireForm form, String text) {
    String subject = pages.text("mail.hire-reply");
    Mail mail =
        new MailDraft(pages, subject, subject)
            .paragraph(text)
            .quote(form.request().description())
            .mail();
    return new Email(form.client().email(), owner, mail.subject(), mail.text(), mail.html(), null)
        .asPersonal();
  }

  private Fact fact(String name, String value) {
    return new Fact(pages.text("hire." + name), value);
  }
}
