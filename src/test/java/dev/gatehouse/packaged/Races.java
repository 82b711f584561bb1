package dev.gatehouse.packaged;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Concurrently;
import dev.gatehouse.Samples;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.notifications.mail.ScriptedSmtp;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * Repeatedly sends concurrent requests for one resource to several nodes, and counts the winners.
 */
final class Races {
  private static final int ROUNDS = 5;
  private static final int EACH = 6;
  private static final Duration PATIENCE = Duration.ofSeconds(150);

  private final ClusterScript cluster;
  private final List<String> rivals;
  private final AtomicInteger numbers = new AtomicInteger();

  /**
   * @param rivals names of nodes that host all areas involved
   */
  Races(ClusterScript cluster, String... rivals) {
    this.cluster = cluster;
    this.rivals = List.of(rivals);
  }

  private Client.Request owner(String node, String method, String path) {
    return client(node).request(method, path).key(ClusterScript.KEY);
  }

  private Client client(String node) {
    return cluster.node(Integer.parseInt(node.substring(1)));
  }

  /** Sends the same number of requests to each rival, all concurrently. */
  private List<Client.Reply> race(Starter starter) throws Exception {
    List<Supplier<Client.Reply>> runs = new ArrayList<>();
    for (String rival : rivals) {
      for (int i = 0; i < EACH; i++) {
        runs.add(starter.request(rival, numbers.incrementAndGet())::send);
      }
    }
    return atOnce(runs);
  }

  /** Creates a request to a rival. */
  private interface Starter {
    Client.Request request(String rival, int number);
  }

  private static List<Client.Reply> atOnce(List<Supplier<Client.Reply>> runs) throws Exception {
    return Concurrently.times(runs.size(), i -> runs.get(i).get());
  }

  /** Returns the number of replies with the first status; all others must have the second. */
  private static long wins(List<Client.Reply> replies, int won, int lost) {
    replies.forEach(
        reply -> assertTrue(reply.status() == won || reply.status() == lost, reply.text()));
    return replies.stream().filter(reply -> reply.status() == won).count();
  }

  /** Different but overlapping meetings: exactly one is booked. */
  void slots() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      LocalDate day = LocalDate.now(ZoneOffset.UTC).plusDays(30L + round);
      List<Client.Reply> replies =
          race((rival, number) -> {
            String minutes = number % 2 == 0 ? ":00:00" : ":30:00";
            JsonObject meeting =
                Samples.times(day + "T10" + minutes, day + "T11" + minutes)
                    .put("title", "Meeting " + number);
            return owner(rival, "POST", "/api/proxy/calendar/create-event")
                .json(JsonObject.of("eventData", meeting));
          });
      assertEquals(1, wins(replies, 201, 409));
      JsonArray booked =
          owner(
                  rivals.getFirst(),
                  "GET",
                  "/api/proxy/calendar/events?startDate=" + day + "&endDate=" + day)
              .answer()
              .getJsonArray("events");
      assertEquals(1, booked.size(), booked.encode());
    }
  }

  /** The day's code works once. After a replacement, the new code works once. */
  void dailyCodes() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      String code =
          cluster
              .call(rivals.getFirst(), "access.reissueCode", new JsonObject())
              .answer()
              .getString("code");
      List<Client.Reply> replies =
          race((rival, number) ->
              owner(rival, "POST", "/api/proxy/daily-code/use")
                  .json(JsonObject.of("code", code, "usedBy", "rival " + number)));
      assertEquals(1, wins(replies, 200, 409));
    }
  }

  /** Twelve concurrent orders for a stock of three. */
  void stock() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      JsonObject product =
          JsonObject.of("name", "Rare " + round, "price", 9, "stock", JsonObject.of("one", 3));
      String id =
          owner(rivals.getFirst(), "POST", "/api/proxy/products")
              .json(product)
              .answer()
              .getString("id");
      List<Client.Reply> replies =
          race((rival, number) ->
              cluster.call(
                  rival,
                  "commerce.holdStock",
                  JsonObject.of("order", "order-" + number, "attempt", 1)
                      .put(
                          "lines",
                          new JsonArray()
                              .add(JsonObject.of("product", id, "label", "one", "quantity", 1)))));
      long held =
          replies.stream()
              .peek(reply -> reply.expect(200))
              .filter(reply -> reply.json().getJsonArray("shortages").isEmpty())
              .count();
      assertEquals(3, held);
      for (String rival : rivals) {
        JsonObject left = client(rival).get("/api/proxy/products/" + id).json();
        assertEquals(0, left.getJsonObject("stock").getInteger("one"));
      }
    }
  }

  /**
   * Sends thirty wrong codes of one address to several nodes. Ten are verified, which leads to one
   * ban of the first step on every node. Returns the longest time until all nodes knew it.
   */
  Duration bans(List<String> nodes) throws Exception {
    long longest = 0;
    for (int round = 0; round < 2; round++) {
      String address = "198.51.100." + (round + 1);
      List<Supplier<Client.Reply>> guesses =
          IntStream.range(0, 30)
              .<Supplier<Client.Reply>>mapToObj(i ->
                  client(nodes.get(i % nodes.size())).login("a wrong code").from(address)::send)
              .toList();
      List<Client.Reply> replies = atOnce(guesses);
      assertEquals(10, replies.stream().filter(reply -> reply.status() == 401).count());
      replies.forEach(reply -> assertTrue(reply.status() != 200 && reply.status() < 500));
      long judged = System.nanoTime();
      for (String node : nodes) {
        Waiting.until(
            PATIENCE,
            () -> client(node).request("GET", "/audio").from(address).send().status() == 403);
      }
      longest = Math.max(longest, System.nanoTime() - judged);
      List<JsonObject> bans =
          owner(nodes.getFirst(), "GET", "/api/proxy/bans").send().list("bans").stream()
              .filter(ban -> ban.getString("address").equals(address))
              .toList();
      assertEquals(1, bans.size());
      JsonObject ban = bans.getFirst();
      assertEquals(10, ban.getInteger("attempts"));
      assertEquals(
          Duration.ofHours(1),
          Duration.between(
              Instant.parse(ban.getString("since")), Instant.parse(ban.getString("until"))));
    }
    return Duration.ofNanos(longest);
  }

  /** Both rivals enqueue emails. Returns the words that must occur in exactly one email each. */
  List<String> letters() throws Exception {
    List<String> words = new ArrayList<>();
    List<Client.Reply> replies =
        race((rival, number) -> {
          words.add("letter-" + number + '.');
          return hire(rival, words.getLast(), "192.0.2." + number);
        });
    replies.forEach(reply -> reply.expect(200));
    return words;
  }

  /** Creates a hire form whose description is emailed to the owner. */
  Client.Request hire(String node, String words, String address) {
    return client(node)
        .request("POST", "/api/proxy/hire")
        .from(address)
        .json(Samples.hire("Ada", "ada@example.org", words));
  }

  /**
   * Kills the node that is sending an email, and restarts it. Returns the time until another node
   * has sent the email.
   */
  Duration letterThatMoves(ScriptedSmtp mail, String words) throws Exception {
    mail.behave(ScriptedSmtp.Mode.SILENT);
    hire(rivals.getFirst(), words, "203.0.113.7").expect(200);
    return movedFrom(
        mail::ignored, () -> mail.behave(ScriptedSmtp.Mode.ACCEPT), () -> mailed(mail, words) == 1);
  }

  /**
   * Kills the node that waits for the marketplaces in its hourly job, and restarts it. Returns the
   * time until another node has completed the job.
   */
  Duration jobThatMoves(SilentMarketplace marketplace) throws Exception {
    return movedFrom(
        marketplace::waiting,
        marketplace::speak,
        () -> marketplace.answered().size() >= SilentMarketplace.ofOneRun().size());
  }

  /**
   * @param waiting returns the port of a client without a reply; that client may time out and be
   *     replaced by another
   */
  private Duration movedFrom(IntSupplier waiting, Runnable speak, Waiting.Condition done)
      throws Exception {
    // Any node may run a job, regardless of the areas that it hosts.
    var holder = new AtomicReference<String>();
    Waiting.until(
        PATIENCE,
        () -> {
          int port = waiting.getAsInt();
          holder.set(port == 0 ? null : cluster.havingPort(port).orElse(null));
          return holder.get() != null;
        });
    cluster.run("kill", holder.get());
    long begin = System.nanoTime();
    speak.run();
    cluster.run("start", holder.get());
    Waiting.until(PATIENCE, done);
    Duration moved = Duration.ofNanos(System.nanoTime() - begin);
    Waiting.until(PATIENCE, () -> cluster.isReady(holder.get()));
    return moved;
  }

  /** Returns the number of emails that contain these words. */
  static long mailed(ScriptedSmtp mail, String words) {
    return mail.letters().stream().filter(letter -> letter.contains(words)).count();
  }

  /** Checks that no single-node job runs on two nodes. */
  void noJobRunsTwice() {
    List<List<String>> running = new ArrayList<>();
    for (String rival : rivals) {
      running.add(
          cluster.call(rival, "jobs.list", new JsonObject()).send().list("jobs").stream()
              .filter(job -> job.getValue("due") != null && job.getBoolean("runsHere"))
              .map(job -> job.getString("name"))
              .toList());
    }
    for (String job : running.getFirst()) {
      assertTrue(running.stream().skip(1).noneMatch(others -> others.contains(job)), job);
    }
  }
}
