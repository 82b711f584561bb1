package dev.gatehouse.areas.notifications.channels;

import java.time.Instant;

/**
 * JSON for the webhook.
 *
 * @param message the body again, under the name that Gotify needs
 * @param text title and body, under the name that Slack and Mattermost need
 */
record WebhookBody(
    String id,
    String title,
    String body,
    String source,
    Instant createdAt,
    String message,
    String text) {
  static WebhookBody of(ChannelMessage message) {
    return new WebhookBody(
        message.id(),
        message.title(),
        message.body(),
        message.source(),
        message.createdAt(),
        message.body(),
        message.title() + '\n' + message.body());
  }
}
