package dev.gatehouse.odd;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.gatehouse.Client;

/** Requests that several paths have in common. */
final class OddRequests {
  private static final AtomicInteger ADDRESSES = new AtomicInteger();

  private OddRequests() {}

  /** Elements are sent as a list, and read with another request. */
  record Listed(String method, String address, String before, String after, String read)
      implements OddPath.Requests {
    @Override
    public boolean areConcurrent() {
      return false;
    }

    @Override
    public Client.Reply send(Client client, List<String> elements, Instant base) {
      return call(client, method, address, before + String.join(",", elements) + after);
    }

    @Override
    public JsonNode stored(Client client, Client.Reply accepted, Instant base) throws IOException {
      String[] from = read.split(" ");
      Instant end = base.plusMillis(999);
      String query = from[0].replace("{from}", base.toString()).replace("{to}", end.toString());
      return OddRequests.read(client, query).at(from[1]);
    }
  }

  /** An element is sent alone, and the reply returns it. */
  record Alone(String method, Function<Client, String> address, String element)
      implements OddPath.Requests {
    @Override
    public Client.Reply send(Client client, List<String> elements, Instant base) {
      return call(client, method, address.apply(client), elements.getFirst());
    }

    @Override
    public JsonNode stored(Client client, Client.Reply accepted, Instant base) throws IOException {
      return list(tree(accepted).at(element));
    }
  }

  static JsonNode tree(Client.Reply reply) throws IOException {
    return OddDocuments.EXACT.readTree(reply.bytes());
  }

  /** Returns the element of a list whose field has a value, as a list, or else the whole list. */
  static JsonNode only(JsonNode list, String field, String value) {
    for (JsonNode each : list) {
      if (value.equals(each.path(field).textValue())) {
        return list(each);
      }
    }
    return list;
  }

  static ArrayNode list(JsonNode element) {
    return OddDocuments.EXACT.createArrayNode().add(element);
  }

  /** Returns the reply to a read with the owner's key. */
  static JsonNode read(Client client, String address) throws IOException {
    return tree(client.owner("GET", address).send());
  }

  static Client.Reply call(Client client, String method, String address, String body) {
    return send(client.owner(method, address), body);
  }

  static Client.Reply send(Client.Request request, String json) {
    return request.body("application/json", json).send();
  }

  /** Returns an address whose limits are unused. */
  static String freshAddress() {
    int n = ADDRESSES.incrementAndGet();
    return "2001:db8:"
        + Integer.toHexString(n >> 16)
        + ":"
        + Integer.toHexString(n & 0xffff)
        + "::1";
  }

  /** Returns a function that creates a document once, and then returns its address. */
  static Function<Client, String> created(String address, String body, String id, String format) {
    var known = new String[1];
    return client -> {
      try {
        if (known[0] == null) {
          known[0] = tree(call(client, "POST", address, body)).at(id).textValue();
        }
        return format.formatted(known[0]);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    };
  }
}
