package dev.gatehouse.areas.commerce.reviews;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
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
      assertFalse(NODE.client().get(path).text().contains("secret.author"), path);
    }
    JsonObject again =
        FORMS
            .form("secret.author@example.org", "private", 4)
            .put("verificationCode", FORMS.code("secret.author@example.org", "private"));
    Client.Reply conflict = FORMS.send(again);
    assertEquals(409, conflict.status());
    assertFalse(conflict.text().contains("secret"), conflict.text());
  }

  @Test
  void acceptsOneReviewPerAddressAndProduct() {
    assertEquals(201, FORMS.review("Cleo@Example.org", "one", 3).status());
    assertEquals(409, FORMS.review("cleo@example.org", "one", 3).status());
    assertEquals(201, FORMS.review("cleo@example.org", "two", 3).status());
    FORMS.decide("one", "reject");
    assertEquals(409, FORMS.review("cleo@example.org", "one", 3).status());
  }

  @Test
  void storesOneOfManyConcurrentReviews() throws Exception {
    String code = FORMS.code("race@example.org", "race");
    JsonObject form = FORMS.form("race@example.org", "race", 5).put("verificationCode", code);
    List<Integer> statuses;
    try (ExecutorService threads = Executors.newFixedThreadPool(30)) {
      Callable<Integer> send = () -> FORMS.send(form).status();
      statuses =
          threads.invokeAll(Collections.nCopies(30, send)).stream().map(Future::resultNow).toList();
    }
    assertEquals(1, Collections.frequency(statuses, 201), statuses::toString);
    assertEquals(
        29,
        Collections.frequency(statuses, 409) + Collections.frequency(statuses, 400),
        statuses::toString);
    assertEquals(1, FORMS.waiting("race").size());
    assertEquals(409, FORMS.send(form).status());
  }

  @Test
  void limitsCodeToFiveAttempts() throws Exception {
    String code = FORMS.code("tries@example.org", "tries");
    JsonObject form = FORMS.form("tries@example.org", "tries", 5);
    String wrong = code.equals("000000") ? "000001" : "000000";
    for (int i = 0; i < 4; i++) {
      assertEquals(400, FORMS.send(form.copy().put("verificationCode", wrong)).status());
    }
    JsonObject right = form.copy().put("verificationCode", code);
    assertEquals(201, FORMS.send(right).status());

    String other = FORMS.code("tries@example.org", "guessed");
    List<Callable<Integer>> guesses =
        java.util.stream.IntStream.range(0, 40)
            .<Callable<Integer>>mapToObj(i ->
                () ->
                    FORMS
                        .send(
                            FORMS
                                .form("tries@example.org", "guessed", 1)
                                .put("verificationCode", i == 39 ? other : wrong(other, i)))
                        .status())
            .toList();
    try (ExecutorService threads = Executors.newFixedThreadPool(39)) {
      threads
          .invokeAll(guesses.subList(0, 39))
          .forEach(guess -> assertEquals(400, guess.resultNow()));
    }
    assertEquals(
        400,
        FORMS
            .send(FORMS.form("tries@example.org", "guessed", 1).put("verificationCode", other))
            .status());
  }

  private static String wrong(String code, int i) {
    return String.format(
        java.util.Locale.ROOT, "%06d", (Integer.parseInt(code) + 1 + i) % 1_000_000);
  }

  @Test
  void bindsCodeToReviewForFifteenMinutes() {
    String code = FORMS.code("late@example.org", "late");
    NODE.clock.advance(Duration.ofMinutes(14));
    assertEquals(
        400,
        FORMS
            .send(FORMS.form("late@example.org", "other", 5).put("verificationCode", code))
            .status());
    assertEquals(
        400,
        FORMS
            .send(FORMS.form("later@example.org", "late", 5).put("verificationCode", code))
            .status());
    NODE.clock.advance(Duration.ofSeconds(61));
    Client.Reply late =
        FORMS.send(FORMS.form("late@example.org", "late", 5).put("verificationCode", code));
    assertEquals(400, late.status());
    assertTrue(late.error().contains("verificationCode"), late.error());
  }

  @Test
  void limitsCodesToFivePerMailboxAndHour() {
    List<String> names =
        List.of(
            "v.ictim@gmail.com",
            "victim+a@gmail.com",
            "VICTIM@googlemail.com",
            "vic.tim+b@gmail.com");
    String first = null;
    for (int i = 0; i < 20; i++) {
      Client.Reply reply = FORMS.ask(names.get(i % names.size()), "bomb-" + i);
      assertEquals(200, reply.status());
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
      assertEquals(200, FORMS.ask("n" + i + "@example.net", "x", address).status());
    }
    assertEquals(429, FORMS.ask("n11@example.net", "x", address).status());
  }

  @Test
  void countsRejectedReviewsInTheHourlyLimit() {
    String address = NODE.freshAddress();
    for (int i = 0; i < 5; i++) {
      assertEquals(400, FORMS.post(PATH, address).json(new JsonObject()).send().status());
    }
    assertEquals(429, FORMS.post(PATH, address).json(new JsonObject()).send().status());
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
        FORMS
            .post(PATH, NODE.freshAddress())
            .body("application/json", body.getBytes(StandardCharsets.UTF_8))
            .send();
    assertEquals(400, reply.status(), body);
    assertTrue(reply.error().contains(field), reply.error());
  }
}
