package dev.gatehouse.odd;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import dev.gatehouse.Client;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.payments.PayPalSimulator;
import io.vertx.core.json.JsonObject;

/**
 * Requests whose values leave the service: payments to the provider, and reviews after an email.
 */
final class OddMoneyRequests {
  private OddMoneyRequests() {}

  /** The units of an order are compared with those that the provider received. */
  record Payments(PayPalSimulator provider) implements OddPath.Requests {
    private static final List<String> CURRENCIES = List.of("USD", "EUR", "JPY", "KWD");

    @Override
    public Client.Reply send(Client client, List<String> elements, Instant base) {
      String currency = CURRENCIES.get((int) (base.getEpochSecond() / 8 % CURRENCIES.size()));
      String units = String.join(",", elements).replace("@currency@", currency);
      return OddRequests.call(
          client,
          "POST",
          "/payments/create-order",
          "{\"intent\":\"CAPTURE\",\"purchase_units\":[" + units + "]}");
    }

    @Override
    public JsonNode stored(Client client, Client.Reply accepted, Instant base) throws IOException {
      String id = accepted.json().getString("id");
      JsonNode units = OddDocuments.EXACT.readTree(provider.order(id).units());
      BigDecimal total = BigDecimal.ZERO;
      for (JsonNode unit : units) {
        total = total.add(new BigDecimal(unit.at("/amount/value").textValue()));
      }
      for (JsonNode order : OddRequests.read(client, "/payments/orders?limit=50").at("/orders")) {
        if (id.equals(order.path("id").textValue())) {
          BigDecimal listed = new BigDecimal(order.at("/amount/value").textValue());
          return listed.compareTo(total) == 0 ? units : OddRequests.list(order);
        }
      }
      return OddRequests.list(units);
    }
  }

  /**
   * Each review has a fresh author and product. Authors first receive a code. Emails are sent once
   * a second, so many codes are requested at the same time.
   *
   * @param awaited names of the authors whose emails have not arrived
   * @param authors with the codes that are unused
   * @param last product of the last review
   */
  record Reviews(OddNode node, Set<String> awaited, Deque<Author> authors, String[] last)
      implements OddPath.Requests {
    private static final String ADDRESS = "/api/proxy/reviews";
    private static final Pattern CODE = Pattern.compile("([0-9]{6}) is your code");
    private static final Pattern TO = Pattern.compile("(?m)^To: (a[0-9]+)@b\\.example\r?$");
    private static final int AUTHORS = 100;
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final AtomicLong NAMES = new AtomicLong();

    /** Codes by author, from emails that any client has read. */
    private static final Map<String, String> CODES = new ConcurrentHashMap<>();

    /** The name of an author and of the product, and the code. */
    record Author(String name, String code) {}

    Reviews(OddNode node) {
      this(node, new HashSet<>(), new ArrayDeque<>(), new String[1]);
    }

    @Override
    public Client.Reply send(Client client, List<String> elements, Instant base) {
      if (authors.isEmpty()) {
        verify(client);
      }
      Author author = authors.remove();
      last[0] = author.name();
      String review =
          elements.getFirst().replace("@name@", author.name()).replace("@code@", author.code());
      return OddRequests.call(client, "POST", ADDRESS, review);
    }

    private void verify(Client client) {
      for (int i = 0; i < AUTHORS; i++) {
        String name = "a" + NAMES.incrementAndGet();
        awaited.add(name);
        JsonObject verify = JsonObject.of("email", name + "@b.example", "productId", name);
        OddRequests.call(client, "POST", ADDRESS + "/verify", verify.encode());
      }
      try {
        Waiting.until(
            PATIENCE,
            () -> {
              mails().forEach(Reviews::read);
              awaited.removeIf(this::isKnown);
              return awaited.isEmpty();
            });
      } catch (Exception e) {
        throw new IllegalStateException("no email for " + awaited, e);
      }
    }

    private boolean isKnown(String name) {
      String code = CODES.remove(name);
      return code != null && authors.add(new Author(name, code));
    }

    /** Stores the code for the client that awaits it, and deletes the email. */
    private static void read(Path file) {
      try {
        String mail = Files.readString(file);
        Matcher code = CODE.matcher(mail);
        Matcher to = TO.matcher(mail);
        if (code.find() && to.find()) {
          CODES.put(to.group(1), code.group(1));
          Files.delete(file);
        }
      } catch (NoSuchFileException e) {
        // Another client has read this email.
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private Stream<Path> mails() {
      Path folder = node.node().data().resolve("mail");
      if (!Files.exists(folder)) {
        return Stream.of();
      }
      try (Stream<Path> files = Files.list(folder)) {
        return files.filter(file -> file.toString().endsWith(".eml")).toList().stream();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public JsonNode stored(Client client, Client.Reply accepted, Instant base) throws IOException {
      JsonNode reviews = OddRequests.read(client, ADDRESS + "/moderation?limit=50").at("/reviews");
      return OddRequests.only(reviews, "productId", last[0]);
    }
  }
}
