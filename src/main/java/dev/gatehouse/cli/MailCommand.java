package dev.gatehouse.cli;

import module java.base;

import dev.gatehouse.area.MailLinks;
import dev.gatehouse.bus.Done;
import dev.gatehouse.cli.ListOutput.ResultOutput;
import dev.gatehouse.messages.MailMessages;
import dev.gatehouse.messages.MailMessages.ListedMail;
import dev.gatehouse.messages.MailMessages.MailId;
import dev.gatehouse.messages.MailMessages.MailPage;
import dev.gatehouse.messages.MailMessages.MailQuery;
import dev.gatehouse.messages.MailMessages.MailReceiver;
import dev.gatehouse.messages.MailMessages.NextReport;
import dev.gatehouse.messages.Nothing;
import dev.gatehouse.node.Modules;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.pages.Pages;
import dev.gatehouse.settings.Settings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Lists and retries emails, shows previews, and sends a test. */
@Command(name = "mail", description = "Manages the emails that a node sends.")
final class MailCommand {
  @ParentCommand private GatehouseCommand gatehouse;

  /** States of emails that the node has not forgotten. */
  private enum State {
    WAITING,
    DELAYED,
    SENDING,
    SENT,
    DEAD;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Command(
      name = "queue",
      description =
          "Lists emails: ID, recipient, subject, number of attempts, next attempt, error.")
  void queue(
      @Option(
              names = "--state",
              defaultValue = "waiting",
              description = "One of ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
          State state,
      @Mixin ListOutput output) {
    try (ManagementClient node = gatehouse.managementClient()) {
      output.print(
          node.readAll(
              MailMessages.LIST,
              skip -> new MailQuery(state.toString(), ManagementClient.PAGE, skip),
              MailPage::mails,
              MailPage::pagination),
          List.of("ID", "TO", "SUBJECT", "ATTEMPTS", "DUE", "ERROR"),
          MailCommand::cells);
    }
  }

  private static List<String> cells(ListedMail mail) {
    return List.of(
        mail.id(),
        mail.to(),
        mail.subject(),
        Integer.toString(mail.attempts()),
        mail.due().toString(),
        Objects.requireNonNullElse(mail.error(), ""));
  }

  @Command(
      name = "flush",
      description = "Tries all waiting emails now, for example after an outage of the mail server.")
  void flush(@Mixin ResultOutput output) {
    Done done = gatehouse.call(MailMessages.FLUSH, Nothing.NONE);
    output.print(done, done.message());
  }

  @Command(name = "retry", description = "Queues a dead email again.")
  void retry(
      @Parameters(paramLabel = "ID", description = "ID, as shown by queue --state dead.") String id,
      @Mixin ResultOutput output) {
    Done done = gatehouse.call(MailMessages.RETRY, new MailId(id));
    output.print(done, done.message());
  }

  @Command(
      name = "preview",
      description = {
        "Shows the next daily report with the data that is available now, or an email of a kind"
            + " with",
        "sample data and the settings' design. The second needs no running node."
      })
  void preview(
      @Parameters(
              paramLabel = "KIND",
              arity = "0..1",
              defaultValue = "",
              description = "Kind of email, for example order-paid. all lists the kinds.")
          String kind,
      @Option(names = "--html", description = "Prints the HTML of the email of a kind.")
          boolean html,
      @Mixin ResultOutput output) {
    if (!kind.isEmpty()) {
      previewSample(kind, html, output);
      return;
    }
    NextReport next = gatehouse.read(MailMessages.NEXT_REPORT, Nothing.NONE);
    output.print(
        next, "Due: " + next.due() + "\nSubject: " + next.subject() + "\n\n" + next.text().strip());
  }

  private record Sample(String subject, String text, String html) {}

  private void previewSample(String kind, boolean html, ResultOutput output) {
    Settings settings = gatehouse.settings();
    Map<String, Email> samples = Modules.mailSamples(Pages.of(settings), new MailLinks(settings));
    Email email = samples.get(kind);
    if (kind.equals("all")) {
      output.print(samples.keySet(), String.join("\n", samples.keySet()));
    } else if (email == null) {
      throw new IllegalArgumentException(
          "unknown kind " + kind + ", use one of: " + String.join(", ", samples.keySet()));
    } else {
      String shown = "Subject: " + email.subject() + "\n\n" + email.text().strip();
      if (html) {
        shown = email.html().strip();
      }
      output.print(new Sample(email.subject(), email.text(), email.html()), shown);
    }
  }

  @Command(
      name = "test",
      description = {
        "Sends an email immediately and waits until the mail server accepts it. Without smtp.url the"
            + " node",
        "writes a file instead."
      })
  void test(
      @Parameters(
              paramLabel = "ADDRESS",
              arity = "0..1",
              defaultValue = "",
              description = "Recipient. Default: owner.email.")
          String to,
      @Mixin ResultOutput output) {
    Done done = gatehouse.call(MailMessages.TEST, new MailReceiver(to));
    output.print(done, done.message());
  }
}
