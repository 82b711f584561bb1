package dev.gatehouse.area;

import dev.gatehouse.settings.Settings;
import java.net.URI;

/**
 * Base address of links in emails: the configured public address, or the address that the node
 * listens on. Never a request's Host header, because a booker could use it to direct guests to
 * another site.
 */
public final class MailLinks {
  private final String publicUrl;
  private final String listening;
  private final int port;

  public MailLinks(Settings settings) {
    publicUrl = settings.publicAddress().url();
    listening = settings.http().address();
    port = settings.http().port();
  }

  /**
   * Returns the base of links, without a trailing slash.
   *
   * @param asked the requested address; if the node listens on any free port, only its port counts
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
