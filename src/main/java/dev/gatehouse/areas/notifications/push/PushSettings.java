package dev.gatehouse.areas.notifications.push;

import dev.gatehouse.settings.Section;
import java.time.Duration;
import java.util.List;

/**
 * The settings of pushes.
 *
 * @param contact that push services get; empty for the owner's address
 * @param hosts of push services that are accepted; empty for any public one
 * @param privateNetworks also private addresses, other ports and plain http
 * @param parallel deliveries at once
 * @param budget time for one notification's deliveries
 * @param maxSubscriptions that are kept
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
