package dev.gatehouse.areas.notifications.push;

import dev.gatehouse.settings.Section;
import java.time.Duration;
import java.util.List;

/**
 * Push settings.
 *
 * @param contact contact for push services; empty for the owner's address
 * @param hosts accepted hosts of push services; empty for any public host
 * @param privateNetworks whether to accept private addresses, other ports and plain http
 * @param parallel maximum concurrent deliveries
 * @param budget time limit for one notification's deliveries
 * @param maxSubscriptions maximum number of stored subscriptions
 */
public record PushSettings(
    String contact,
    List<String> hosts,
    boolean privateNetworks,
    int parallel,
    Duration budget,
    int maxSubscriptions) {

  public static PushSettings read(Section own) {
    return new PushSettings(
        own.text("contact", "|(mailto:|https://)\\S+", "must be mailto:… or https://…"),
        own.list("hosts"),
        own.flag("privateNetworks"),
        own.number("parallel", 1),
        own.duration("budget"),
        own.number("maxSubscriptions", 1));
  }
}
