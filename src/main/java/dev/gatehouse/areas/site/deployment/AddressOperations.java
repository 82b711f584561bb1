package dev.gatehouse.areas.site.deployment;

import module java.base;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.areas.site.deployment.OwnAddress.IpText;
import dev.gatehouse.areas.site.deployment.ServiceAddresses.ServiceAddress;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.Json;
import dev.gatehouse.bus.Role;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.WebAddress;
import dev.gatehouse.messages.SiteMessages;
import dev.gatehouse.messages.SiteMessages.AddressChanged;
import dev.gatehouse.provider.Freshness;
import dev.gatehouse.time.StoredTime;

/**
 * Operations for the addresses of this server and of the owner's services.
 *
 * @param dispatcher publishes changes
 */
public record AddressOperations(
    OwnAddress own,
    ServiceAddresses services,
    DeploymentSettings settings,
    Dispatcher dispatcher,
    InstantSource clock) {
  /** Returns the operations by their ids. */
  public Map<String, Area.Handler> operations() {
    return Map.of(
        "site.serverIp", Area.returning(ServerIp.class, this::serverIp),
        "site.registerIp",
            Area.returning(Registered.class, RegisterIpRequest.class, this::register),
        "site.listServices", Area.returning(Listing.class, this::list),
        "site.deleteService", Area.returning(Done.class, this::delete));
  }

  private record ServerIp(String ip, @JsonUnwrapped Freshness freshness) {}

  private record RegisterIpRequest(
      String service, String ip, Integer port, String version, String url) {}

  private record Registered(boolean success, String service, String ip, Instant updatedAt) {}

  /**
   * @param port absent if unknown, like version and url
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record Service(
      String name,
      String ip,
      Instant updatedAt,
      boolean stale,
      Integer port,
      String version,
      String url) {}

  private record Listing(boolean success, List<Service> services) {}

  private Answer serverIp(Call call) {
    OwnAddress.Known known = own.get();
    return Answer.ok(new ServerIp(known.ip(), known.freshness()))
        .with(known.freshness().headers(clock.instant()));
  }

  private Answer register(Call call, RegisterIpRequest request) {
    String given = Objects.requireNonNullElse(request.ip(), call.origin().address());
    String ip =
        IpText.canonical(given)
            .orElseThrow(() -> ApiException.invalid("ip", "must be an IPv4 or IPv6 address"));
    Instant now = StoredTime.now(clock);
    boolean guarded = call.caller().role() != Role.VISITOR;
    var next =
        new ServiceAddress(
            request.service(),
            ip,
            guarded,
            now,
            request.port(),
            request.version(),
            web(request.url()));
    // Visitors may fill only half of the list, so that the owner can still add services.
    int max = guarded ? settings.maxServices() : settings.maxServices() / 2;
    switch (services.register(next, max)) {
      case CHANGED -> changed(next);
      case RENEWED -> {
        // The address is unchanged, so no event is published.
      }
      case GUARDED ->
          throw ApiException.of(
              ErrorCode.ROLE_NOT_ALLOWED, "only the owner can change the address of this service");
      case FULL ->
          throw ApiException.of(
              ErrorCode.RECORD_LIMIT_REACHED, "the maximum of " + max + " services is reached");
    }
    return Answer.ok(new Registered(true, next.id(), ip, now));
  }

  private static String web(String url) {
    try {
      return url == null ? null : WebAddress.parse(url).text();
    } catch (IllegalArgumentException e) {
      throw ApiException.invalid("url", e.getMessage());
    }
  }

  private void changed(ServiceAddress next) {
    dispatcher.publish(
        SiteMessages.ADDRESS_CHANGED,
        new AddressChanged(next.id(), next.ip(), Json.time(next.updatedAt())));
  }

  private Answer list(Call call) {
    Instant oldest = clock.instant().minus(settings.stale());
    List<Service> all =
        services.all().stream()
            .map(each ->
                new Service(
                    each.id(),
                    each.ip(),
                    each.updatedAt(),
                    !each.updatedAt().isAfter(oldest),
                    each.port(),
                    each.version(),
                    each.url()))
            .toList();
    return Answer.ok(new Listing(true, all));
  }

  private Answer delete(Call call) {
    String name = call.text("service");
    if (!services.remove(name)) {
      throw ApiException.of(ErrorCode.SERVICE_NOT_FOUND, "service not found");
    }
    return Done.answer("the service " + name + " is forgotten");
  }
}
