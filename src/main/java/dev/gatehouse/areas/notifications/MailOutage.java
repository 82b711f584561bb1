package dev.gatehouse.areas.notifications;

import module java.base;

import dev.gatehouse.areas.notifications.channels.ChannelMessage;
import dev.gatehouse.areas.notifications.channels.NotificationChannels;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.outbox.Outbox;
import dev.gatehouse.pages.Pages;

/** Tells the owner by push and by the channels that emails wait, once a day. */
record MailOutage(Outbox outbox, NotificationChannels channels, Pages pages, InstantSource clock) {
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final int ID_BYTES = 12;

  /** Enqueues the message while emails wait. A repeated call on one day enqueues nothing. */
  void report() {
    outbox.delayed(Email.KIND, PATIENCE).ifPresent(this::enqueue);
  }

  private void enqueue(Outbox.Delayed delayed) {
    Instant now = clock.instant();
    String id = Sha256.hex("mail outage " + now.atOffset(ZoneOffset.UTC).toLocalDate(), ID_BYTES);
    var message =
        new ChannelMessage(
            id,
            pages.text("outage.title"),
            pages.text("outage.text", delayed.count(), delayed.since(), delayed.error()),
            "gatehouse",
            now);
    List<String> names = new ArrayList<>(channels.names());
    names.add(NotificationChannels.PUSH);
    names.forEach(name -> channels.enqueue(name, message));
  }
}
