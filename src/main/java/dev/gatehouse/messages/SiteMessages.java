package dev.gatehouse.messages;

import dev.gatehouse.bus.EventType;

/** The events of the site area. */
public final class SiteMessages {
  /** Published when a hyperlink was added, changed or deleted. */
  public static final EventType<HyperlinkChanged> HYPERLINKS_CHANGED =
      EventType.of("hyperlinks.changed", HyperlinkChanged.class);

  /** Published when a short URL was added, changed or deleted. */
  public static final EventType<ShortUrlChanged> SHORT_URLS_CHANGED =
      EventType.of("redirects.changed", ShortUrlChanged.class);

  /** Published when a service has registered another address. */
  public static final EventType<AddressChanged> ADDRESS_CHANGED =
      EventType.of("deployment.addressChanged", AddressChanged.class);

  private SiteMessages() {}

  /** A hyperlink that has changed. */
  public record HyperlinkChanged(String id) {}

  /** A short URL that has changed. */
  public record ShortUrlChanged(String key) {}

  /**
   * The new address of a service.
   *
   * @param updatedAt UTC, ISO 8601 with milliseconds
   */
  public record AddressChanged(String service, String ip, String updatedAt) {}
}
