package dev.gatehouse.odd;

import com.fasterxml.jackson.databind.JsonNode;
import dev.gatehouse.Client;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.payments.PayPalSimulator;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

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
      for (JsonNode order : OddRequests.read(client, "/payments/orders?limit=5").at("/orders")) {
        if (id.equals(order.path("id").textValue())) {
          BigDecimal listed = new BigDecimal(order.at("/amount/value").textValue());
          return listed.compareTo(total) == 0 ? units : OddRequests.list(order);
        }
      }
      return OddRequests.list(units);
    }
  }

  /**
   * Each review has a fresh author, who first receives a code. Emails are sent once a second, so
   * many codes are requested at the same time.
   *
   * @param authors with the codes that are unused
   */
  record Reviews(OddNode node, Deque<Author> authors) implements OddPath.Requests {
    private static final String ADDRESS = "/api/proxy/reviews";
    private static final Pattern CODE = Pattern.compile("([0-9]{6}) is your code");
    private static final Pattern TO = Pattern.compile("(?m)^To: (a[0-9]+@b\\.example)\r?$");
    private static final int AUTHORS = 100;

    /** An email address and its code. */
    record Author(String email, String code) {}

    @Override
    public Client.Reply send(Client client, List<String> elements, Instant base) {
      if (authors.isEmpty()) {
        verify(client);
      }
      Author author = authors.remove();
      String review =
          elements.getFirst().replace("@email@", author.email()).replace("@code@", author.code());
      return OddRequests.call(client, "POST", ADDRESS, review);
    }

    private void verify(Client client) {
      for (int i = 0; i < AUTHORS; i++) {
        String email = "a" + System.nanoTime() + "@b.example";
        JsonObject verify = new JsonObject().put("email", email).put("productId", "odd");
        OddRequests.call(client, "POST", ADDRESS + "/verify", verify.encode());
      }
      try {
        Waiting.until(() -> {
          mails().map(Reviews::text).forEach(this::read);
          return authors.size() == AUTHORS;
        });
      } catch (Exception e) {
        throw new IllegalStateException("only " + authors.size() + " codes were mailed", e);
      }
    }

    /** Adds the author if an email has a code. */
    private void read(String mail) {
      Matcher code = CODE.matcher(mail);
      Matcher to = TO.matcher(mail);
      if (code.find() && to.find()) {
        authors.add(new Author(to.group(1), code.group(1)));
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

    /** Returns an email, and deletes its file. */
    private static String text(Path file) {
      try {
        String mail = Files.readString(file);
        Files.delete(file);
        return mail;
      } catch (NoSuchFileException e) {
        return "";
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public JsonNode stored(Client client, Client.Reply accepted, Instant base) throws IOException {
      return OddRequests.read(client, ADDRESS + "/moderation?limit=1").at("/reviews");
    }
  }
}
