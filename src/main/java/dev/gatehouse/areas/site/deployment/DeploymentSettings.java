package dev.gatehouse.areas.site.deployment;

import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Section;
import io.netty.util.NetUtil;
import java.time.Duration;

/**
 * Settings of addresses.
 *
 * @param ip address of this server; empty to detect it
 * @param ipUrl URL of a service that returns the caller's address; empty for none
 * @param stale age at which a service's address is stale
 * @param maxServices maximum number of services; further registrations are rejected
 */
public record DeploymentSettings(String ip, String ipUrl, Duration stale, int maxServices) {
  public DeploymentSettings {
    Check.that(
        ip.isEmpty() || NetUtil.createByteArrayFromIpAddressString(ip) != null,
        "deployment.ip must be an IP address");
  }

  public static DeploymentSettings read(Section own) {
    return new DeploymentSettings(
        own.text("ip"), own.url("ipUrl"), own.duration("staleAfter"), own.number("maxServices", 1));
  }
}
