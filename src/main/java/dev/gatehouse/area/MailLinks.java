package dev.gatehouse.area;

import dev.gatehouse.settings.Settings;
import java.net.URI;

/**
 * The service's address in links that are mailed to others: the public one, or the one that the
 * node listens on. Never a request's Host: whoever books could lead his guest anywhere by it.
 */
public final class MailLinks {
  private final String publicUrl;
  private final String listening;
  private final int port;

  public MailLinks(Settings settings) {
    publicUrl = settings.publicAddress().url();
    String host = settings.http().host();
    listening =
        (settings.http().tls() ? "https://" : "http://")
            + (host.contains(":") ? "[" + host + "]" : host);
    port = settings.http().port();
  }

  /**
   * The base of links, without a slash at its end.
   *
   * @param asked the address that the caller asked; of a node at any free port only its port counts
   */
  public String base(String asked) {
    if (!publicUrl.isEmpty()) {
      return publicUrl;
    }
    return listening + ":" + (port == 0 ? askedPort(asked) : port);
  }

  private static int askedPort(String asked) {
    try {
      return URI.create(asked).getPort();
    } catch (IllegalArgumentException e) {
      return -1;
    }
  }
}
