package dev.gatehouse.areas.notifications;

import dev.gatehouse.areas.notifications.HireForms.HireForm;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.pages.MailDraft;
import dev.gatehouse.pages.MailPart.Fact;
import dev.gatehouse.pages.Pages;
import java.math.BigDecimal;

/** Content of the emails to the owner. */
record OwnerMails(Pages pages) {
  Email notification(String title, String body) {
    return Email.toOwner("", new MailDraft(pages, title, title).paragraph(body).mail());
  }

  Email test(String to) {
    return Email.of(to, pages.mail("mail.test").mail());
  }

  Email hire(HireForm form) {
    if (form.subject() != null) {
      return Email.toOwner(
          "", pages.mail("mail.hire-short", form.subject()).quote(form.description()).mail());
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
            .quote(form.description())
            .mail());
  }

  private Fact fact(String name, String value) {
    return new Fact(pages.text("hire." + name), value);
  }
}
