package dev.gatehouse.areas.site.links;

import java.util.List;
import java.util.Locale;

/** Class of the device that follows a short URL, from its User-Agent. */
enum Device {
  DESKTOP,
  PHONE,
  TABLET,
  BOT;

  private static final List<String> TABLETS = List.of("ipad", "tablet", "kindle", "silk/");
  private static final List<String> PHONES = List.of("mobi", "iphone", "ipod", "phone");
  private static final String ANDROID = "android";

  /** Returns the class of a browser. Programs that are neither phone nor tablet are desktops. */
  static Device ofBrowser(String agent) {
    String text = agent.toLowerCase(Locale.ROOT);
    if (TABLETS.stream().anyMatch(text::contains)) {
      return TABLET;
    }
    if (PHONES.stream().anyMatch(text::contains)) {
      return PHONE;
    }
    // Browsers on Android phones also send "Mobile".
    return text.contains(ANDROID) ? TABLET : DESKTOP;
  }
}
