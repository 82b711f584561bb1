package dev.gatehouse.notifications;

import dev.gatehouse.bus.Area;
import dev.gatehouse.notifications.mail.OutboxJob;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Tells the owner and the site's readers of things: by mail, by push, by event stream. */
final class NotificationsArea implements Area {
  private final Map<String, Handler> operations = new HashMap<>();
  private final MailOperations mail;
  private final OutboxJob outboxJob;

  NotificationsArea(MailOperations mail, OutboxJob outboxJob, List<Map<String, Handler>> desks) {
    this.mail = mail;
    this.outboxJob = outboxJob;
    operations.putAll(mail.operations());
    desks.forEach(operations::putAll);
  }

  @Override
  public String name() {
    return "notifications";
  }

  @Override
  public Map<String, Handler> operations() {
    return operations;
  }

  @Override
  public Map<String, Handler> messages() {
    return Map.of("notifications.send", mail::enqueue);
  }

  @Override
  public void close() {
    outboxJob.close();
  }
}
