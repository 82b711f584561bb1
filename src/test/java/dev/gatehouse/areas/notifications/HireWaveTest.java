package dev.gatehouse.areas.notifications;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Samples;
import dev.gatehouse.TestNode;
import dev.gatehouse.areas.commerce.Mails;
import dev.gatehouse.areas.notifications.mail.Await;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A botnet sends the hire form, and one person does. */
@Tag("slow")
class HireWaveTest {
  private static final int WAVE = 1_000;
  private static final int MAX_MAILS = 10;

  @RegisterExtension
  static final TestNode NODE =
      new TestNode().with("OWNER_EMAIL=owner@example.org HIRE_MAX_PER_HOUR=1001").behindProxy();

  @Test
  void sendsFewEmailsAboutManyForms() throws IOException {
    for (int i = 0; i < WAVE; i++) {
      hire(i, junk(i)).expect(200);
      if (i == WAVE / 2) {
        hire(WAVE, person()).expect(200);
      }
    }
    assertEquals(429, hire(WAVE + 1, person()).status(), "the limit of the whole form");
    NODE.clock.advance(Duration.ofMinutes(11));
    Await.until("the list of forms", () -> mails().stream().anyMatch(HireWaveTest::namesPerson));
    NODE.clock.advance(Duration.ofHours(2));
    hire(WAVE + 2, person().put("name", "Later")).expect(200);
    Await.until("the later form", () -> mails().stream().anyMatch(mail -> mail.contains("Later")));
    assertTrue(mails().size() <= MAX_MAILS, () -> mails().size() + " emails");

    JsonObject found =
        NODE.owner("GET", "/api/proxy/hire?state=new&q=CHOIR").send().list("submissions").stream()
            .collect(Collectors.collectingAndThen(Collectors.toList(), List::getFirst));
    assertEquals("grace@example.net", found.getString("email"));
    JsonObject answer = JsonObject.of("text", "Yes, gladly.");
    Client.Reply answered =
        NODE.owner("POST", "/api/proxy/hire/" + found.getString("_id") + "/reply")
            .json(answer)
            .send();
    assertEquals("answered", answered.json().getString("state"), answered.text());
    Await.until(
        "the reply", () -> mails().stream().anyMatch(mail -> mail.contains("To: grace@example")));
  }

  private static boolean namesPerson(String mail) {
    return mail.contains("hire requests") && mail.contains("Grace <grace@example.net>");
  }

  /**
   * Kinds of junk: a form that a program fills in completely, links, a text in variants, or noise.
   */
  private static JsonObject junk(int i) {
    JsonObject form = Samples.hire("Bot " + i, "bot" + i + "@example.com", "");
    String noise = Long.toString(i * 7_919L, Character.MAX_RADIX);
    return switch (i % 4) {
      case 0 -> form.put("description", "Offer " + noise).put("website", "https://x.example");
      case 1 ->
          form.put("description", "See https://a.example https://b.example http://c.example/" + i)
              .put("secondsToFill", 1);
      case 2 -> form.put("description", "We bring your site to the first page. Offer no. " + i);
      default -> form.put("description", "Hello " + noise);
    };
  }

  private static JsonObject person() {
    String text = "A site for our choir, with dates and recordings.";
    return Samples.hire("Grace", "grace@example.net", text)
        .put("budget", "10k-25k")
        .put("secondsToFill", 95);
  }

  private static Client.Reply hire(int number, JsonObject form) {
    String address = "203.0." + number / 250 + '.' + (1 + number % 250);
    return NODE.request("POST", "/api/proxy/hire")
        .header("X-Forwarded-For", address)
        .json(form)
        .send();
  }

  private static List<String> mails() {
    return new Mails(NODE).all().stream().filter(mail -> !mail.contains("Daily report")).toList();
  }
}
