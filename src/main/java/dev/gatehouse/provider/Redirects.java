package dev.gatehouse.provider;

import dev.gatehouse.bus.Deadline;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;

/**
 * Checks redirects, so that a provider cannot make this service call an address in its own network.
 * A host is resolved once, and the connection uses the checked address.
 */
record Redirects(HostNames names) {
  /**
   * Returns the next request. Blocks while names are resolved.
   *
   * @param first the request before any redirect
   * @param last the request that received this redirect
   * @throws CallException if the redirect must not be followed
   */
  ProviderRequest next(
      ProviderRequest first, ProviderRequest last, ProviderReply reply, Deadline deadline) {
    URI target = target(last, reply);
    boolean leaves = !ProviderRequest.origin(target).equals(first.origin());
    if (leaves && !first.handling().redirection().leaves()) {
      throw refused("it leads to another origin");
    }
    if (!target.getScheme().equalsIgnoreCase("https")
        && !(target.getScheme().equalsIgnoreCase("http") && last.uri().startsWith("http:"))) {
      throw refused("it does not lead to https");
    }
    InetAddress[] addresses = resolved(target, deadline);
    boolean ours = Arrays.stream(addresses).anyMatch(address -> !PublicAddresses.contains(address));
    if (ours && !isPrivate(first, deadline)) {
      throw refused("it leads into a private network");
    }
    return last.redirected(target, Optional.of(addresses[0]));
  }

  private static URI target(ProviderRequest request, ProviderReply reply) {
    try {
      URI target = URI.create(request.uri()).resolve(reply.header("Location").orElse(""));
      if (target.getHost() == null || target.getRawUserInfo() != null || request.uri().isEmpty()) {
        throw refused("its target is invalid");
      }
      return target;
    } catch (IllegalArgumentException e) {
      throw refused("its target is invalid");
    }
  }

  /** Returns whether the original request goes to a private network, as configured. */
  private boolean isPrivate(ProviderRequest request, Deadline deadline) {
    InetAddress[] addresses =
        request
            .handling()
            .address()
            .map(address -> new InetAddress[] {address})
            .orElseGet(() -> resolved(URI.create(request.uri()), deadline));
    return Arrays.stream(addresses).noneMatch(PublicAddresses::contains);
  }

  private InetAddress[] resolved(URI uri, Deadline deadline) {
    try {
      String host = uri.getHost().replaceAll("^\\[|]$", "");
      return names.resolve(host, deadline.remaining());
    } catch (UnknownHostException e) {
      throw CallException.of(FailureKind.CONNECT, true, e.toString(), e);
    }
  }

  private static CallException refused(String why) {
    return CallException.of(FailureKind.REDIRECT, "redirect not followed: " + why);
  }
}
