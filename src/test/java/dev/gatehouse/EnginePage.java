package dev.gatehouse;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.time.Duration;

/** A page in one of the three browser engines. */
interface EnginePage extends AutoCloseable {
  /** Maximum duration of a wait in a page. */
  Duration TIMEOUT = Duration.ofSeconds(60);

  /** Opens a page, and returns when it is loaded. */
  void open(String url) throws IOException;

  /**
   * Runs the body of an async function in the loaded page and returns its result, empty if it
   * returns none. An exception fails the test.
   *
   * @param arguments its {@code args}
   */
  JsonObject run(String body, Object... arguments) throws IOException;

  @Override
  void close() throws IOException;

  /** Returns the expression of a call of the async function, which can wait with {@code until}. */
  static String script(String body, Object... arguments) {
    return """
    (async (...args) => {
      globalThis.gatehouseTimer ??= setTimeout.bind(window);
      if (document.readyState !== 'complete') await new Promise(loaded => addEventListener('load', loaded, {once: true}));
      const until = async (what, holds) => {
        for (const end = performance.now() + %s; !holds(); await new Promise(r => gatehouseTimer(r, 20))) {
          if (performance.now() > end) throw new Error('waited in vain: ' + (typeof what === 'function' ? what() : what));
        }
      };
      %s
      return {};
    })(...%s)
    """
        .formatted(TIMEOUT.toMillis(), body, JsonArray.of(arguments).encode());
  }
}
