package dev.gatehouse.areas.notifications;

import module java.base;

import dev.gatehouse.area.DigestMail;
import dev.gatehouse.area.MailLinks;
import dev.gatehouse.areas.notifications.HireForms.HireForm;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.pages.Mail;
import dev.gatehouse.pages.MailDraft;
import dev.gatehouse.pages.MailPart.Fact;
import dev.gatehouse.pages.Pages;

/**
 * Content of the emails to the owner, and of the owner's replies.
 *
 * @param owner email address of the owner; empty if it is not set
 * @param links base of links to the console
 */
record OwnerMails(Pages pages, String owner, MailLinks links) {
  private static final int MAX_TEXT = 120;

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

  /** Returns an email that lists forms, those without signals first. */
  Email digest(List<HireForm> all) {
    return DigestMail.of(
        pages,
        "mail.hire-digest",
        links.base("") + "/console#/inbox",
        all.stream()
            .sorted(Comparator.comparingInt(form -> form.junk().signals().size()))
            .map(OwnerMails::line)
            .toList());
  }

  private static String line(HireForm form) {
    HireForms.Client client = form.client();
    String sender =
        client.email() == null
            ? form.request().subject()
            : client.name().strip() + " <" + client.email() + ">";
    String text = form.request().description().strip().replaceAll("\\R", " ");
    String start = text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) + " …" : text;
    String signals = String.join(", ", form.junk().signals());
    return sender + ": " + start + (signals.isEmpty() ? "" : " [" + signals + "]");
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
