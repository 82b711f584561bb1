package dev.gatehouse.faults;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Unchecked;
import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** The bot's entries, what is sent, and the calendar. */
final class NoticeScenarios extends ScenarioGroup {
  NoticeScenarios(Runs runs) {
    super(runs);
  }

  @Override
  void addAll() {
    bot();
    notices();
    calendar();
  }

  private void bot() {
    JsonArray entries = new JsonArray();
    for (int i = 0; i < 3; i++) {
      entries.add(
          json("timestamp", "2026-11-01T00:00:00Z").put("level", "info").put("message", "bought"));
    }
    add(
        "add log entries",
        run ->
            owner(run, "POST", "/api/proxy/bots/trading/logs")
                .body("application/json", bytes(entries.encode()))
                .send(),
        201,
        count("tradingLogs", 3, NONE));
    add(
        "put watchlist",
        sent("PUT", "/api/proxy/trading/watchlist", json("watchlist", new JsonArray())),
        200,
        nothing());
    add(
        "put positions",
        sent("PUT", "/api/proxy/public/trading/positions", json("positions", new JsonArray())),
        200,
        nothing());
  }

  private void calendar() {
    Function<String, Client.Reply> book =
        run ->
            owner(run, "POST", "/api/proxy/calendar/create-event")
                .json(json("eventData", meeting(run)))
                .send();
    Consumer<String> booked =
        run -> made.put(run, book.apply(run).json().getJsonObject("event").encode());
    JsonObject confirmed = json("status", "confirmed");
    Scenario.Counted events =
        new Scenario.Counted(() -> store.count("calendarEvents", confirmed), 1, KNOWN);
    add("book", book, 201, events);
    JsonObject over = json("status", "cancelled");
    Scenario.Counted cancelled =
        new Scenario.Counted(() -> store.count("calendarEvents", over), 1, GONE);
    add(
        "cancel",
        booked,
        run ->
            owner(
                    run,
                    "DELETE",
                    "/api/proxy/calendar/events/" + new JsonObject(made.get(run)).getString("id"))
                .send(),
        200,
        cancelled);
    add(
        "cancel as a guest",
        booked,
        run -> visitor(run, "POST", link(new JsonObject(made.get(run)))).send(),
        200,
        cancelled);
  }

  private static String link(JsonObject event) {
    String link = event.getString("htmlLink");
    return link.substring(link.indexOf("/api/"));
  }

  private static JsonObject meeting(String run) {
    String day = LocalDate.of(2036, 1, 1).plusDays(Integer.parseInt(run.substring(3))).toString();
    return json("title", "A meeting")
        .put("startTime", day + "T10:00:00")
        .put("endTime", day + "T11:00:00")
        .put("attendeeEmail", "guest@example.com");
  }

  /** The node runs this job every ten minutes. */
  private void sendMissingMails() {
    Unchecked.run(() -> Waiting.until(() -> missingMailsAreSent().equals("done")));
  }

  /** Returns the outcome of the job: it may be running already, or meet the store's last fault. */
  private String missingMailsAreSent() {
    return node.request("POST", "/api/proxy/node/jobs/notifications.resendHireMails/run")
        .from(node.freshAddress())
        .key(TestNode.KEY)
        .send()
        .json()
        .getString("outcome", "");
  }

  private void notices() {
    JsonObject form =
        json("name", "A Visitor")
            .put("email", "a@example.org")
            .put("projectType", "site")
            .put("budget", "hourly")
            .put("description", "d");
    add(
        "hire",
        sent("POST", "/api/proxy/hire", form),
        200,
        new Scenario.Counted(
            () -> 1000 * store.count("hireForms") + letters("Hire request from A Visitor"),
            1001,
            KNOWN,
            this::sendMissingMails));
    add(
        "hire, the old form",
        sent("POST", "/api/proxy/hire/send", json("subject", "s", "body", "b")),
        200,
        new Scenario.Counted(
            () -> 1000 * store.count("hireForms") + letters("Hire request: s"),
            1001,
            KNOWN,
            this::sendMissingMails));
    add(
        "notify",
        sent("POST", "/api/proxy/notify", json("title", "t", "body", "b")),
        200,
        count("notifications", 1, KNOWN));
    add(
        "send mail",
        sent(
            "POST",
            "/api/proxy/email/send",
            json("to", "a@example.org").put("subject", "s").put("body", "b")),
        200,
        new Scenario.Counted(this::mails, 1, KNOWN));
    Function<String, Client.Reply> subscribe =
        run -> owner(run, "POST", "/api/proxy/push/subscriptions").json(subscription(run)).send();
    add("subscribe", subscribe, 201, count("pushSubscriptions", 1, NONE));
    add(
        "unsubscribe",
        before(subscribe),
        run ->
            owner(run, "DELETE", "/api/proxy/push/subscriptions")
                .json(json("endpoint", subscription(run).getString("endpoint")))
                .send(),
        200,
        count("pushSubscriptions", -1, GONE));
  }

  private long letters(String subject) {
    return store.count("outbox", json("title", subject));
  }

  private long mails() {
    try (var files = Files.list(node.data().resolve("mail"))) {
      return files.filter(NoticeScenarios::isSent).count();
    } catch (IOException e) {
      return 0;
    }
  }

  /** Emails of other operations are sent in between. */
  private static boolean isSent(Path letter) {
    return Unchecked.get(() ->
        letter.toString().endsWith(".eml")
            && Files.readString(letter).lines().anyMatch("Subject: s"::equals));
  }

  /** Returns keys from the example of RFC 8291. */
  private static JsonObject subscription(String run) {
    JsonObject keys =
        json(
                "p256dh",
                "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
            .put("auth", "BTBZMqHH6r4Tts7J_aSIgg");
    return json("endpoint", "https://127.0.0.1:9/" + run, "keys", keys);
  }
}
