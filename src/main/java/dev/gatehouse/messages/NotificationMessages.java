package dev.gatehouse.messages;

import dev.gatehouse.bus.EventType;

/** The events of the notifications area. */
public final class NotificationMessages {
  /** Published when a notification is stored. */
  public static final EventType<NotificationCreated> CREATED =
      EventType.of("notifications.created", NotificationCreated.class);

  /** Delivered on each node in the order of the sequence of stored notifications. */
  public static final EventType<NotificationCreated> STREAMED =
      EventType.of("notifications.streamed", NotificationCreated.class);

  private NotificationMessages() {}

  /**
   * A stored notification.
   *
   * @param id 24 hex digits
   * @param source the name of the key that sent it
   * @param createdAt UTC, ISO 8601 with milliseconds
   */
  public record NotificationCreated(
      String id, String title, String body, String source, String createdAt) {}
}
