package dev.gatehouse.provider;

import dev.gatehouse.bus.Json;
import io.vertx.core.MultiMap;
import java.io.UncheckedIOException;

/**
 * A provider's answer.
 *
 * @param status any
 */
public record UpstreamReply(int status, MultiMap headers, byte[] body) {
  private static final int FIRST_NO_SUCCESS = 300;
  private static final int FIRST_SUCCESS = 200;

  public boolean ok() {
    return status >= FIRST_SUCCESS && status < FIRST_NO_SUCCESS;
  }

  /**
   * The JSON body as a record; fields that it does not have are ignored.
   *
   * @throws UncheckedIOException when it is none
   */
  public <T> T body(Class<T> type) {
    return Json.decode(body, type);
  }
}
