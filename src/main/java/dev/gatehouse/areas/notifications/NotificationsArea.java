package dev.gatehouse.areas.notifications;

import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Message;
import dev.gatehouse.outbox.OutboxWorker;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Notifies the owner and the site's readers by email, push and event stream. */
final class NotificationsArea implements Area {
  private final Map<String, Handler> operations = new HashMap<>();
  private final OutboxWorker outbox;
  private final Message.Handlers messages;

  NotificationsArea(
      OutboxWorker outbox, List<Map<String, Handler>> groups, Message.Handlers messages) {
    this.outbox = outbox;
    this.messages = messages;
    groups.forEach(operations::putAll);
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
  public Message.Handlers messages() {
    return messages;
  }

  @Override
  public void close() {
    outbox.close();
  }
}
