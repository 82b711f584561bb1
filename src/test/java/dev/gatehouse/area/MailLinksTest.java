package dev.gatehouse.area;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.RawClient;
import dev.gatehouse.TestNode;
import dev.gatehouse.areas.commerce.Mails;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A node without a configured public address that receives requests with other host names. The
 * sender of such a request must not control the links in emails.
 */
class MailLinksTest {
  private static final Pattern LINK = Pattern.compile("https?://[^\\s\"<>]*");
  private static final Pattern CODE = Pattern.compile("([0-9]{6}) is your code");
  private static final Pattern HIDDEN =
      Pattern.compile("<input type=\"hidden\" name=\"([a-z]+)\" value=\"([^\"]*)\"");
  private static final String JSON = "application/json";

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .behindProxy()
          .with("OWNER_EMAIL", "owner@example.org")
          .with("HTTP_PORT", freePort());

  /** A job knows the node's port only if it is set. */
  private static String freePort() {
    try (var socket = new ServerSocket(0)) {
      return Integer.toString(socket.getLocalPort());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private final Mails mails = new Mails(NODE);

  @Test
  void usesNodeAddressInMailedLinks() throws IOException {
    book();
    review();
    order();
    send("POST /api/proxy/hire/send", JSON, "{\"subject\":\"Old form\",\"body\":\"Hello\"}", 200);
    NODE.clock.advance(Duration.ofDays(2));
    for (String subject :
        List.of("guest@example.com", "New review of ", "Order ", "Old form", "Daily report for ")) {
      mails.await(mail -> mail.contains(subject));
    }
    List<String> all = mails.all();
    for (String mail : all) {
      assertFalse(mail.contains("evil"), mail);
      for (MatchResult link : LINK.matcher(mail).results().toList()) {
        assertTrue(link.group().startsWith(NODE.address() + "/"), mail);
      }
    }
    // Emails to the guest, to the shop owner and to the buyer.
    assertTrue(all.stream().filter(mail -> mail.contains(NODE.address())).count() >= 3);
  }

  private static void book() throws IOException {
    JsonObject data =
        new JsonObject()
            .put("title", "A meeting")
            .put("startTime", "2036-07-01T10:00:00")
            .put("endTime", "2036-07-01T11:00:00")
            .put("attendeeEmail", "guest@example.com");
    String path = "POST /api/proxy/calendar/create-event";
    send(path, JSON, JsonObject.of("eventData", data).encode(), 201);
  }

  private void review() throws IOException {
    JsonObject author = JsonObject.of("email", "ada@example.com", "productId", "a-product");
    send("POST /api/proxy/reviews/verify", JSON, author.encode(), 200);
    Matcher code = CODE.matcher(mails.await(mail -> CODE.matcher(mail).find()));
    assertTrue(code.find());
    JsonObject review =
        author
            .put("verificationCode", code.group(1))
            .put("rating", 4)
            .put("title", "Fits well")
            .put("body", "Soft.")
            .put("authorName", "Ada");
    send("POST /api/proxy/reviews", JSON, review.encode(), 201);
  }

  private static void order() throws IOException {
    JsonObject book =
        new JsonObject()
            .put("name", "Book")
            .put("price", 12.5)
            .put("description", "All of it.")
            .put("category", "books")
            .put("stock", JsonObject.of("hard", 3));
    send("POST /api/proxy/products", JSON, book.encode(), 201);
    String variant =
        new JsonObject(send("GET /storefront/products", "", "", 200))
            .getJsonArray("products")
            .getJsonObject(0)
            .getJsonArray("variants")
            .getJsonObject(0)
            .getString("legacyId");
    String cart = "/cart/" + variant + ":1";
    var form = new StringBuilder();
    field(form, "name", "Ada Lovelace");
    field(form, "email", "ada@example.com");
    field(form, "address", "1 Some Street");
    field(form, "postcode", "10115");
    field(form, "city", "Some City");
    String checkout = send("GET " + cart, "", "", 200).split("id=\"checkout\"")[1];
    HIDDEN
        .matcher(checkout)
        .results()
        .forEach(hidden -> field(form, hidden.group(1), hidden.group(2)));
    send("POST " + cart, "multipart/form-data; boundary=b", form + "--b--\r\n", 303);
  }

  private static void field(StringBuilder form, String name, String value) {
    form.append("--b\r\nContent-Disposition: form-data; name=\"")
        .append(name)
        .append("\"\r\n\r\n")
        .append(value)
        .append("\r\n");
  }

  /** Sends a request with another host name and returns the response body. */
  private static String send(String line, String type, String body, int status) throws IOException {
    String port = NODE.address().substring(NODE.address().lastIndexOf(':') + 1);
    String head =
        RawClient.head(
            line,
            "X-API-Key: " + TestNode.KEY,
            "X-Forwarded-For: " + NODE.freshAddress(),
            "X-Forwarded-Host: evil.example",
            "Forwarded: host=evil.example;proto=https",
            "Content-Type: " + (type.isEmpty() ? JSON : type),
            "Content-Length: " + body.getBytes(StandardCharsets.UTF_8).length);
    try (RawClient raw = NODE.raw()) {
      RawClient.Reply reply =
          raw.send(head.replace("Host: localhost", "Host: evil.example:" + port) + body).read();
      assertEquals(status, reply.status(), line + ' ' + reply.text());
      return reply.text();
    }
  }
}
