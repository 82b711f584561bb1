package dev.gatehouse.areas.commerce.reviews;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Concurrently;
import dev.gatehouse.TestNode;
import dev.gatehouse.areas.commerce.Mails;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reviews from the form to the shop, over real HTTP, with emails written as files. */
class ReviewsTest {
  private static final String PATH = ReviewForms.PATH;

  @RegisterExtension
  static final TestNode NODE =
      new TestNode().with("OWNER_EMAIL", "owner@example.org").behindProxy();

  private static final Mails MAILS = new Mails(NODE);
  private static final ReviewForms FORMS = new ReviewForms(NODE);

  @Test
  void hidesAuthorAddresses() {
    FORMS.review("secret.author@example.org", "private", 4);
    FORMS.decide("private", "approve");
    for (String path : List.of(PATH, PATH + "/private", "/openapi.json")) {
      assertFalse(NODE.get(path).text().contains("secret.author"), path);
    }
    JsonObject again =
        FORMS
            .form("secret.author@example.org", "private", 4)
            .put("verificationCode", FORMS.code("secret.author@example.org", "private"));
    FORMS.send(again).expect(409).lacks("secret");
  }

  @Test
  void acceptsOneReviewPerAddressAndProduct() {
    FORMS.review("Cleo@Example.org", "one", 3).expect(201);
    FORMS.review("cleo@example.org", "one", 3).expect(409);
    FORMS.review("cleo@example.org", "two", 3).expect(201);
    FORMS.decide("one", "reject");
    FORMS.review("cleo@example.org", "one", 3).expect(409);
  }

  @Test
  void storesOneOfManyConcurrentReviews() throws Exception {
    String code = FORMS.code("race@example.org", "race");
    JsonObject form = FORMS.form("race@example.org", "race", 5).put("verificationCode", code);
    List<Integer> statuses = Concurrently.times(30, i -> FORMS.send(form).status());
    assertEquals(1, Collections.frequency(statuses, 201), statuses::toString);
    assertEquals(
        29,
        Collections.frequency(statuses, 409) + Collections.frequency(statuses, 400),
        statuses::toString);
    assertEquals(1, FORMS.waiting("race").size());
    FORMS.send(form).expect(409);
  }

  @Test
  void limitsCodeToFiveAttempts() throws Exception {
    String code = FORMS.code("tries@example.org", "tries");
    JsonObject form = FORMS.form("tries@example.org", "tries", 5);
    String wrong = code.equals("000000") ? "000001" : "000000";
    for (int i = 0; i < 4; i++) {
      FORMS.send(form.copy().put("verificationCode", wrong)).expect(400);
    }
    JsonObject right = form.copy().put("verificationCode", code);
    FORMS.send(right).expect(201);

    String other = FORMS.code("tries@example.org", "guessed");
    Concurrently.times(39, i -> guess(wrong(other, i)).expect(400));
    guess(other).expect(400);
  }

  private static Client.Reply guess(String code) {
    return send("tries@example.org", "guessed", 1, code);
  }

  private static Client.Reply send(String email, String product, int rating, String code) {
    return FORMS.send(FORMS.form(email, product, rating).put("verificationCode", code));
  }

  private static String wrong(String code, int i) {
    return String.format(Locale.ROOT, "%06d", (Integer.parseInt(code) + 1 + i) % 1_000_000);
  }

  @Test
  void bindsCodeToReviewForFifteenMinutes() {
    String code = FORMS.code("late@example.org", "late");
    NODE.clock.advance(Duration.ofMinutes(14));
    send("late@example.org", "other", 5, code).expect(400);
    send("later@example.org", "late", 5, code).expect(400);
    NODE.clock.advance(Duration.ofSeconds(61));
    Client.Reply late = send("late@example.org", "late", 5, code).expect(400);
    assertTrue(late.error().contains("verificationCode"), late.error());
  }

  @Test
  void limitsCodesToFivePerMailboxAndHour() {
    List<String> names =
        List.of(
            "v.ictim@gmail.com", "victim+a@gmail.com",
            "VICTIM@googlemail.com", "vic.tim+b@gmail.com");
    String first = null;
    for (int i = 0; i < 20; i++) {
      Client.Reply reply = FORMS.ask(names.get(i % names.size()), "bomb-" + i).expect(200);
      first = first == null ? reply.text() : first;
      assertEquals(first, reply.text());
    }
    String last = FORMS.code("marker@example.org", "marker");
    assertEquals(6, last.length());
    assertEquals(5, mailsTo("gmail.com|googlemail.com"));
    NODE.clock.advance(Duration.ofMinutes(61));
    FORMS.ask("victim@gmail.com", "bomb-again");
    FORMS.code("marker2@example.org", "marker");
    assertEquals(6, mailsTo("gmail.com|googlemail.com"));
  }

  private static long mailsTo(String hosts) {
    Pattern to = Pattern.compile("(?im)^To: \\S*@(" + hosts + ")\\s*$");
    return MAILS.all().stream().filter(mail -> to.matcher(mail).find()).count();
  }

  @Test
  void limitsCodesToTenPerIpAddressAndHour() {
    String address = NODE.freshAddress();
    for (int i = 0; i < 10; i++) {
      FORMS.ask("n" + i + "@example.net", "x", address).expect(200);
    }
    FORMS.ask("n11@example.net", "x", address).expect(429);
  }

  @Test
  void countsRejectedReviewsInTheHourlyLimit() {
    String address = NODE.freshAddress();
    for (int i = 0; i < 5; i++) {
      FORMS.post(PATH, address).json(new JsonObject()).expect(400);
    }
    FORMS.post(PATH, address).json(new JsonObject()).expect(429);
  }

  @Test
  void acceptsAndDropsHoneypotSubmissions() {
    Client.Reply human = FORMS.review("human@example.org", "honey", 5);
    Client.Reply machine =
        FORMS.send(
            FORMS
                .form("machine@example.org", "honey", 5)
                .put("verificationCode", "000000")
                .put("website", "https://spam.example"));
    assertEquals(human.status(), machine.status());
    assertEquals(human.text(), machine.text());
    assertEquals(1, FORMS.waiting("honey").size());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "productId|~.~",
        "email|~a@b@c.d~",
        "email|~a@b.c\\nBcc: x@y.z~",
        "email|~.a@b.c~",
        "verificationCode|~１２３４５６~",
      })
  void refusals(String field, String value) {
    String json = value.replace('~', '"');
    String body =
        FORMS
            .form("x@example.org", "x", 5)
            .put("verificationCode", "123456")
            .put(field, "@@")
            .encode()
            .replace("\"@@\"", json);
    Client.Reply reply =
        FORMS.post(PATH, NODE.freshAddress()).body("application/json", body).send();
    assertEquals(400, reply.status(), body);
    assertTrue(reply.error().contains(field), reply.error());
  }
}
