package dev.gatehouse.odd;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.gatehouse.Client;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sends odd values through a path and compares them with what the service returns. A value must be
 * returned as it was sent, or be refused with its element.
 */
final class OddDocuments {
  static final JsonMapper EXACT =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
          .build();

  private static final Pattern INDEX = Pattern.compile("\\[([0-9]+)\\]");
  private static final String MARK = "\"@odd@\"";
  private static final int DOUBTFUL = 10;

  private final Client client;
  private final OddPath path;
  private final OddValues values;
  private final long seed;
  private final Map<String, Integer> stored = new TreeMap<>();
  private final List<String> faults = new ArrayList<>();
  private int refused;
  private Instant base;

  /**
   * An input.
   *
   * @param seed of the value if it is a time, which depends on the element's place
   */
  private record Sent(OddField field, long seed, String json) {
    String value(Instant place) {
      return field.kind() == OddField.Kind.TIME
          ? '"' + new OddValues(seed).timeText(place) + '"'
          : json;
    }
  }

  OddDocuments(Client client, OddPath path, long seed) {
    this.client = client;
    this.path = path;
    this.values = new OddValues(seed);
    this.seed = seed;
    this.base = path.first();
  }

  /** Returns the values that were changed. */
  List<String> run(int inputs) throws Exception {
    List<Sent> fine = new ArrayList<>();
    List<Sent> doubtful = new ArrayList<>();
    for (int done = 0; done < inputs; done++) {
      OddField field = path.fields().get(values.below(path.fields().size()));
      boolean last = done == inputs - 1;
      OddField.Odd odd = field.value(values);
      Sent sent = new Sent(field, seed + done, odd.json());
      (odd.fine() ? fine : doubtful).add(sent);
      if (fine.size() == path.batch() || last) {
        send(fine);
      }
      if (doubtful.size() == Math.min(DOUBTFUL, path.batch()) || last) {
        send(doubtful);
      }
    }
    path.fields().stream()
        .filter(field -> inputs > 200 * path.fields().size() && !stored.containsKey(field.sent()))
        .forEach(field -> faults.add(path.name() + ": never stored " + field.sent()));
    return faults;
  }

  /** Returns the numbers of stored and refused values. */
  String counts() {
    return path.name() + " " + stored + ", " + refused + " refused, " + faults.size() + " faults";
  }

  /** Returns a time for an element, which identifies it among the elements of all requests. */
  private Instant place(int index) {
    return base.plusMillis(4L * index);
  }

  /** Returns an element with one odd value. */
  private String element(Sent sent, int index) {
    try {
      ObjectNode element = (ObjectNode) EXACT.readTree(path.template().replace("#", "" + index));
      JsonPointer pointer = JsonPointer.compile(sent.field().sent());
      JsonNode parent = element.at(pointer.head());
      String name = pointer.last().getMatchingProperty();
      if (parent instanceof ArrayNode list) {
        list.set(Integer.parseInt(name), "@odd@");
      } else {
        ((ObjectNode) parent).put(name, "@odd@");
      }
      return element
          .toString()
          .replace("@time@", place(index).toString())
          .replace(MARK, sent.value(place(index)));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private void send(List<Sent> all) throws Exception {
    List<Sent> left = new ArrayList<>(all);
    all.clear();
    while (!left.isEmpty()) {
      List<String> elements = new ArrayList<>();
      for (int i = 0; i < left.size(); i++) {
        elements.add(element(left.get(i), i));
      }
      Client.Reply reply = path.requests().send(client, elements, base);
      if (reply.status() / 100 == 2) {
        compare(left, path.requests().stored(client, reply, base));
        break;
      }
      int index = index(reply, left.size());
      if (reply.status() != 400 || index < 0) {
        fault(reply.status() + " " + reply.text());
        break;
      }
      left.remove(index);
      refused++;
    }
    base = base.plus(Duration.ofSeconds(1));
  }

  private static int index(Client.Reply reply, int size) {
    if (size == 1) {
      return 0;
    }
    Matcher index = INDEX.matcher(reply.text());
    int found = index.find() ? Integer.parseInt(index.group(1)) : -1;
    return found < size ? found : -1;
  }

  private void compare(List<Sent> sent, JsonNode elements) throws JsonProcessingException {
    if (elements.size() != sent.size()) {
      fault(elements.size() + " elements instead of " + sent.size());
      return;
    }
    for (int i = 0; i < sent.size(); i++) {
      Sent one = sent.get(i);
      JsonNode value = EXACT.readTree(one.value(place(i)));
      String difference = one.field().difference(value, elements.get(i));
      stored.merge(one.field().sent(), 1, Integer::sum);
      if (difference != null) {
        fault(difference);
      }
    }
  }

  private void fault(String text) {
    faults.add(path.name() + ": " + text);
  }
}
