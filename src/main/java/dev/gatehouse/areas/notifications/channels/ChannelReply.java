package dev.gatehouse.areas.notifications.channels;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import dev.gatehouse.bus.Json;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.provider.ProviderReply;

/** The reason that a channel's service gives for a rejected message. */
final class ChannelReply {
  /** Fields of Telegram; Discord and Mattermost; Gotify; ntfy, Apprise and others. */
  private static final List<String> FIELDS =
      List.of("description", "message", "errorDescription", "error");

  private static final int MAX_BYTES = 65_536;
  private static final int MAX_REASON = 200;

  private ChannelReply() {}

  /** Returns one line for the owner: the status and the service's own words. */
  static String described(ProviderReply reply) {
    return "the channel replied with status "
        + reply.status()
        + PlainText.prefixed(": ", reason(reply.body()));
  }

  private static String reason(byte[] body) {
    if (body.length > MAX_BYTES) {
      return "";
    }
    String text = new String(body, StandardCharsets.UTF_8).strip();
    if (text.startsWith("<")) {
      // A page for people, whose first line says nothing.
      return "";
    }
    return line(text.startsWith("{") ? field(body) : text);
  }

  private static String field(byte[] body) {
    try {
      JsonNode reply = Json.decode(body, JsonNode.class);
      return FIELDS.stream()
          .map(reply::path)
          .filter(JsonNode::isTextual)
          .map(JsonNode::asText)
          .findFirst()
          .orElse("");
    } catch (UncheckedIOException | IllegalArgumentException noJson) {
      return "";
    }
  }

  private static String line(String text) {
    String first = text.lines().findFirst().orElse("").replaceAll("\\p{C}", " ").strip();
    return PlainText.abbreviated(first, MAX_REASON);
  }
}
