package dev.gatehouse.http;

import java.util.LinkedHashMap;
import java.util.Map;

/** Request of a test by contract, with the reply that the contract demands. */
record Row(String name, Sent sent, Expected expected) {
  private static final byte[] NOTHING = {};

  /**
   * Request without its credential.
   *
   * @param path with the query
   */
  record Sent(String method, String path, Map<String, String> headers, byte[] body) {
    static Sent of(String method, String path) {
      return new Sent(method, path, Map.of(), NOTHING);
    }

    Sent to(String other) {
      return new Sent(method, other, headers, body);
    }

    Sent with(String header, String value) {
      Map<String, String> more = new LinkedHashMap<>(headers);
      more.put(header, value);
      return new Sent(method, path, more, body);
    }

    Sent body(String type, byte[] bytes) {
      return new Sent(method, path, with("Content-Type", type).headers(), bytes);
    }

    Sent method(String other) {
      return new Sent(other, path, headers, body);
    }
  }

  /**
   * Reply that a row expects.
   *
   * @param status status of the reply; 0 if the reply must only not reject the parameter
   * @param code code of the error
   * @param param name that the error must have; empty for none
   */
  record Expected(int status, String code, String param) {
    static Expected error(int status, String code) {
      return new Expected(status, code, "");
    }

    static Expected missing(String param) {
      return new Expected(400, "parameter_missing", param);
    }

    static Expected invalid(String param) {
      return new Expected(400, "parameter_invalid", param);
    }

    static Expected unknown(String param) {
      return new Expected(400, "parameter_unknown", param);
    }

    static Expected accepted(String param) {
      return new Expected(0, "", param);
    }

    static Expected of(boolean valid, String param) {
      return valid ? accepted(param) : invalid(param);
    }
  }
}
