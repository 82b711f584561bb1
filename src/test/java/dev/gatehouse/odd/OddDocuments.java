package dev.gatehouse.odd;

import module java.base;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.gatehouse.Client;

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
  private static final int DOUBTFUL = 10;

  private final Client client;
  private final OddPath path;
  private final OddValues values;
  private final long seed;
  private final Map<String, Integer> stored = new TreeMap<>();
  private final List<String> faults = new ArrayList<>();
  private long seconds;
  private int sent;
  private int refused;
  private Instant base;

  OddDocuments(Client client, OddPath path, long seed) {
    this.client = client;
    this.path = path;
    this.values = new OddValues(seed);
    this.seed = seed;
    this.base = path.first();
  }

  /** What one or more clients have sent to a path. */
  record Counts(
      String path,
      int sent,
      long seconds,
      Map<String, Integer> stored,
      int refused,
      List<String> faults) {
    static final Counts NONE = new Counts("", 0, 0, Map.of(), 0, List.of());

    /** Adds those of a client that ran at the same time. */
    Counts plus(Counts other) {
      Map<String, Integer> both = new TreeMap<>(stored);
      other.stored.forEach((field, count) -> both.merge(field, count, Integer::sum));
      List<String> all = new ArrayList<>(faults);
      all.addAll(other.faults);
      return new Counts(
          other.path,
          sent + other.sent,
          Math.max(seconds, other.seconds),
          both,
          refused + other.refused,
          all);
    }

    @Override
    public String toString() {
      return path
          + ": "
          + sent
          + " inputs in "
          + seconds
          + " s, stored "
          + stored
          + ", refused "
          + refused
          + ", faults "
          + faults.size();
    }
  }

  /** Sends the inputs. Returns this. */
  OddDocuments run(int inputs) throws Exception {
    long begun = System.nanoTime();
    List<OddElement> fine = new ArrayList<>();
    List<OddElement> doubtful = new ArrayList<>();
    while (sent < inputs) {
      if (values.below(4) == 0) {
        OddField field = path.fields().get(values.below(path.fields().size()));
        doubtful.add(element(List.of(field), true));
      } else {
        fine.add(element(path.fields(), false));
      }
      boolean last = sent >= inputs;
      if (fine.size() == path.batch() || last) {
        send(fine);
      }
      if (doubtful.size() == Math.min(DOUBTFUL, path.batch()) || last) {
        send(doubtful);
      }
    }
    if (stored.isEmpty()) {
      fault("nothing was stored");
    }
    path.fields().stream()
        .filter(field -> inputs > 200 * path.fields().size() && !stored.containsKey(field.sent()))
        .forEach(field -> fault("never stored " + field.sent()));
    seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun);
    return this;
  }

  private OddElement element(List<OddField> fields, boolean wild) {
    OddElement element = new OddElement();
    for (OddField field : fields) {
      element.add(field, seed + sent, field.value(values, wild));
      sent++;
    }
    return element;
  }

  Counts counts() {
    return new Counts(path.name(), sent, seconds, stored, refused, faults);
  }

  /** Returns a time for an element, which identifies it among the elements of all requests. */
  private Instant place(int index) {
    return base.plusMillis(4L * index);
  }

  private void send(List<OddElement> all) throws Exception {
    List<OddElement> left = new ArrayList<>(all);
    all.clear();
    while (!left.isEmpty()) {
      List<String> elements = new ArrayList<>();
      for (int i = 0; i < left.size(); i++) {
        elements.add(left.get(i).json(path.template(), i, place(i)));
      }
      Client.Reply reply = path.requests().send(client, elements, base);
      try {
        Optional<String> param = path.requests().refused(reply);
        if (param.isEmpty()) {
          compare(left, path.requests().stored(client, reply, base));
          break;
        }
        remove(left, param.get());
      } catch (IllegalStateException e) {
        fault(e.getMessage() + " to " + elements);
        break;
      }
    }
    base = base.plus(Duration.ofSeconds(1));
  }

  /** Removes what was refused: a value if the error names it, or its element. */
  private void remove(List<OddElement> left, String param) {
    int index = index(param, left.size());
    OddElement element = left.get(index);
    int before = element.values().size();
    if (!element.remove(param) || before == 1) {
      refused += before;
      left.remove(index);
    } else {
      refused++;
    }
  }

  private static int index(String param, int size) {
    if (size == 1) {
      return 0;
    }
    Matcher index = INDEX.matcher(param);
    int found = index.find() ? Integer.parseInt(index.group(1)) : size;
    if (found >= size) {
      throw new IllegalStateException("no element is named by the refusal: " + param);
    }
    return found;
  }

  private void compare(List<OddElement> elements, JsonNode returned)
      throws JsonProcessingException {
    if (returned.size() != elements.size()) {
      fault(returned.size() + " elements instead of " + elements.size());
      return;
    }
    for (int i = 0; i < elements.size(); i++) {
      for (OddElement.Value one : elements.get(i).values()) {
        JsonNode value = EXACT.readTree(one.at(place(i)));
        String difference = one.field().difference(value, returned.get(i));
        stored.merge(one.field().sent(), 1, Integer::sum);
        if (difference != null) {
          fault(difference);
        }
      }
    }
  }

  private void fault(String text) {
    faults.add(path.name() + ": " + text);
  }
}
