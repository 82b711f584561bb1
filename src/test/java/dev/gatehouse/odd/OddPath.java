package dev.gatehouse.odd;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import dev.gatehouse.Client;

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
    /** Returns whether several clients may use the path at the same time. */
    default boolean areConcurrent() {
      return true;
    }

    /** Sends elements, given as JSON texts. */
    Client.Reply send(Client client, List<String> elements, Instant base);

    /**
     * Returns the place of the refused value as the reply names it, which is empty if it names
     * none. Returns no place if the elements were accepted.
     */
    default Optional<String> refused(Client.Reply reply) {
      return switch (reply.status()) {
        case 200, 201 -> Optional.empty();
        case 400 -> Optional.of(reply.json().getString("param", reply.error()));
        default -> throw new IllegalStateException(reply.status() + " " + reply.text());
      };
    }

    /** Returns the stored elements after they were accepted, in the order of the request. */
    JsonNode stored(Client client, Client.Reply accepted, Instant base) throws Exception;
  }
}
