package dev.gatehouse.areas.notifications.push;

import dev.gatehouse.bus.Json;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The message to a service worker: {@code {id, title, body, truncated}}. A push service accepts
 * 4,096 bytes in total. Longer messages are truncated between characters.
 *
 * @param id of the notification; empty in a test
 */
public record PushPayload(String id, String title, String body) {
  /** 4,096 minus the header of 86 bytes, the tag of 16 and the delimiter. */
  static final int MAX_BYTES = 3_993;

  /** Limit for push services that accept less. */
  static final int SHORT = 2_000;

  /** Returns the JSON, truncated to a maximum number of bytes. */
  byte[] json(int max) {
    byte[] whole = json(body, false);
    int keep = body.length();
    while (whole.length > max && keep > 0) {
      keep = Math.max(0, keep - Math.max(1, (whole.length - max) / 6));
      if (keep > 0 && Character.isHighSurrogate(body.charAt(keep - 1))) {
        keep--;
      }
      whole = json(body.substring(0, keep), true);
    }
    return whole;
  }

  private byte[] json(String text, boolean truncated) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("id", id);
    fields.put("title", title);
    fields.put("body", text);
    fields.put("truncated", truncated);
    return Json.encode(fields).getBytes();
  }
}
