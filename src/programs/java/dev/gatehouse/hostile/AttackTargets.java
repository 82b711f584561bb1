package dev.gatehouse.hostile;

import java.util.List;

/**
 * Paths of a node that attackers request.
 *
 * @param downloads large files that the node streams
 * @param cart page whose form orders a product
 */
record AttackTargets(List<String> downloads, String cart) {
  /** Event stream of the trading bot's log, which is public. */
  static final String EVENTS = "/api/proxy/bots/trading/logs/stream";

  /** Upload that needs no credential: JSON of up to 1 MB, or a form with a file. */
  static final String DNA = "/services/DNA";

  /** List that an area reads from the store. */
  static final String LIST = "/api/proxy/products";

  static final List<String> DOCUMENTS = List.of("/openapi.json", "/swagger/reference.js");

  /** Returns the download of this number, round robin. */
  String download(int number) {
    return downloads.get(number % downloads.size());
  }

  /** Returns a request head without a body. */
  static String get(String path) {
    return head("GET " + path, "");
  }

  /** Returns the head and the first bytes of a JSON request of 1 MB. */
  static String halfJson(boolean chunked) {
    String begin = "{\"dna\":\"ACGT";
    return chunked
        ? head("POST " + DNA, "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n")
            + Integer.toHexString(begin.length())
            + "\r\n"
            + begin
            + "\r\n"
        : head("POST " + DNA, "Content-Type: application/json\r\nContent-Length: 1048576\r\n")
            + begin;
  }

  /** Returns the head and the first bytes of an upload of 100 MB. */
  static String halfUpload() {
    return head(
            "POST " + DNA,
            "Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000000\r\n")
        + "--b\r\nContent-Disposition: form-data; name=\"dnaFile\"; filename=\"a.txt\"\r\n\r\n"
        + "ACGT".repeat(1_024);
  }

  /** Returns the head and the first field of the shop's form. */
  String halfForm() {
    return head(
            "POST " + cart,
            "Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 2000\r\n")
        + "--b\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\nAda";
  }

  /** Returns a sign-in with a code. */
  static String signIn(String code) {
    String body = "{\"code\":\"" + code + "\"}";
    return head(
            "POST /api/proxy/auth/validate-access",
            "Content-Type: application/json\r\nContent-Length: " + body.length() + "\r\n")
        + body;
  }

  private static String head(String line, String headers) {
    return line + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n";
  }
}
