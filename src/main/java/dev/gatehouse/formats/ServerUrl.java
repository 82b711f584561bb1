package dev.gatehouse.formats;

import module java.base;

/** Port and login of a server's URL. */
public final class ServerUrl {
  private ServerUrl() {}

  /**
   * Login within a URL.
   *
   * @param password empty if absent
   */
  public record Login(String name, String password) {}

  public static int port(URI url, int usual) {
    return url.getPort() > 0 ? url.getPort() : usual;
  }

  /** Returns the decoded login. A plus sign in it remains a plus sign. */
  public static Optional<Login> login(URI url) {
    return Optional.ofNullable(url.getRawUserInfo())
        .map(login -> (login + ':').split(":", 2))
        .map(parts -> new Login(decoded(parts[0]), decoded(PlainText.withoutEnd(":", parts[1]))));
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}
