package dev.gatehouse.areas.notifications;

import dev.gatehouse.bus.Area;
import dev.gatehouse.outbox.OutboxWorker;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Notifies the owner and the site's readers by email, push and event stream. */
final class NotificationsArea implements Area {
  private final Map<String, Handler> operations = new HashMap<>();
  private final OutboxWorker outbox;

  NotificationsArea(OutboxWorker outbox, List<Map<String, Handler>> groups) {
    this.outbox = outbox;
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
  public void close() {
    outbox.close();
  }
}
