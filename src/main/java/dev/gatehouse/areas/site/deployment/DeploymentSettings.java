package dev.gatehouse.areas.site.deployment;

import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Section;
import io.netty.util.NetUtil;
import java.time.Duration;

/**
 * The settings of addresses.
 *
 * @param ip this server's; empty to find it out
 * @param ipUrl a service that answers with the address it is asked from; empty for none
 * @param stale the age from which a service's address is stale
 * @param maxServices services; one more is refused
 */
public record DeploymentSettings(String ip, String ipUrl, Duration stale, int maxServices) {
  public DeploymentSettings {
    Check.that(
        ip.isEmpty() || NetUtil.createByteArrayFromIpAddressString(ip) != null,
        "deployment.ip must be an IP address");
  }

  /** Reads the group {@code deployment}. */
  public static DeploymentSettings read(Section own) {
    return new DeploymentSettings(
        own.text("ip"), own.url("ipUrl"), own.duration("staleAfter"), own.number("maxServices", 1));
  }
}
