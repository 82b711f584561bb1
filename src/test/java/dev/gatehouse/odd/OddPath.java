package dev.gatehouse.odd;

import com.fasterxml.jackson.databind.JsonNode;
import dev.gatehouse.Client;
import java.time.Instant;
import java.util.List;

/**
 * A way into the service for elements that it returns later.
 *
 * @param name for reports
 * @param batch maximum number of elements of a request
 * @param template an element as JSON; {@code #} is its number in the request
 */
record OddPath(String name, int batch, String template, List<OddField> fields, Requests requests) {
  /** Returns the time of the first element. Paths with a common collection use different years. */
  Instant first() {
    return Instant.parse(
        name.startsWith("leveled") ? "2051-01-01T00:00:00Z" : "2001-01-01T00:00:00Z");
  }

  /** The requests of a path. */
  interface Requests {
    /** Sends elements, given as JSON texts. */
    Client.Reply send(Client client, List<String> elements, Instant base);

    /** Returns the stored elements after they were accepted, in the order of the request. */
    JsonNode stored(Client client, Client.Reply accepted, Instant base) throws Exception;
  }
}
