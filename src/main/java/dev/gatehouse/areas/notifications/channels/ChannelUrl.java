package dev.gatehouse.areas.notifications.channels;

import module java.base;

import dev.gatehouse.formats.ServerUrl;
import dev.gatehouse.provider.ProviderRequest;

/**
 * Address of a channel without its user part, which is sent as Basic authentication.
 *
 * @param login value of the header Authorization; empty without one
 */
record ChannelUrl(String url, Optional<String> login) {
  static ChannelUrl of(String configured) {
    URI whole = URI.create(configured);
    String user = whole.getRawUserInfo();
    if (user == null) {
      return new ChannelUrl(configured, Optional.empty());
    }
    Optional<String> login =
        ServerUrl.login(whole).map(known -> basic(known.name() + ':' + known.password()));
    return new ChannelUrl(configured.replaceFirst("//[^@/]*@", "//"), login);
  }

  private static String basic(String credentials) {
    return "Basic "
        + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
  }

  ProviderRequest authorized(ProviderRequest request) {
    return login.map(value -> request.with("Authorization", value)).orElse(request);
  }
}
