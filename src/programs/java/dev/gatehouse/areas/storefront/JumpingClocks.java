package dev.gatehouse.areas.storefront;

import module java.base;

import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.notifications.mail.ScriptedSmtp;
import dev.gatehouse.areas.payments.PayPalSimulator;
import dev.gatehouse.areas.storefront.ClockedNodes.Jump;
import dev.gatehouse.areas.storefront.ClockedNodes.Scope;
import io.vertx.core.json.JsonObject;

/**
 * Nodes in this process whose clocks jump while clients write, with a ledger of what the nodes
 * acknowledged. Time that passes is simulated, so a run takes seconds.
 */
public final class JumpingClocks implements AutoCloseable {
  private static final int WAITING_EMAILS = 3;

  /** The first attempt of an email is repeated after ten seconds. */
  private static final long EARLY_NANOS = TimeUnit.SECONDS.toNanos(9);

  private final Scope scope;
  private final PayPalSimulator provider = new PayPalSimulator();
  private final ScriptedSmtp smtp = new ScriptedSmtp();
  private final ClockedNodes nodes;
  private final Shop shop;
  private final BuyersForms forms;
  private int addresses;
  private int runs;

  /** What had been acknowledged and was lost, early or late. */
  public record Result(int documents, int lost, int emails, List<String> faults) {}

  /**
   * What exists before the jump.
   *
   * @param order an unpaid order
   * @param banned a banned address
   * @param token a revoked token
   * @param since time before the first attempt to send the emails
   * @param emails names in the waiting emails
   */
  private record Standing(
      String order, String banned, String token, long since, List<String> emails) {
    /** Returns whether no email is due, by the time that has really passed. */
    boolean waits() {
      return System.nanoTime() - since < EARLY_NANOS;
    }
  }

  /** Starts the nodes. */
  public JumpingClocks(Scope scope) throws IOException {
    this.scope = scope;
    this.nodes = new ClockedNodes(scope, this::node);
    this.shop = new Shop(nodes.right());
    this.forms = new BuyersForms(nodes.right());
  }

  private TestNode node() {
    return new TestNode()
        .behindProxy()
        .with("SECURITY_MAX_ATTEMPTS", "1")
        .with("ACCESS_JWT_SECRET", "a-secret-of-more-than-thirty-two-bytes")
        .with("SMTP_URL", "smtp://127.0.0.1:" + smtp.port())
        .with("OWNER_EMAIL", "owner@example.org")
        .with("HIRE_MAILS_PER_HOUR", "100000")
        .with(provider.settings());
  }

  @Override
  public void close() throws IOException {
    nodes.close();
    smtp.close();
    provider.close();
  }

  private String freshAddress() {
    addresses++;
    return "198.19." + (addresses >> 8) + "." + (addresses & 0xff);
  }

  static boolean submit(TestNode node, String address, String name) {
    return node.client()
            .request("POST", "/api/proxy/hire")
            .from(address)
            .json(
                new JsonObject()
                    .put("name", name)
                    .put("email", "ada@example.org")
                    .put("projectType", "web")
                    .put("budget", "hourly")
                    .put("description", "words"))
            .send()
            .status()
        < 300;
  }

  private static int alive(TestNode node, String address) {
    return node.client()
        .request("GET", "/api/proxy/still-alive/status")
        .from(address)
        .send()
        .status();
  }

  private static int signedIn(TestNode node, String token) {
    return node.client().request("GET", "/api/proxy/deployment/info").token(token).send().status();
  }

  private String lastRun(String job) {
    return ClockedNodes.owner(nodes.right(), "GET", "node/jobs")
        .send()
        .json()
        .getJsonArray("jobs")
        .stream()
        .map(JsonObject.class::cast)
        .filter(each -> each.getString("name").equals(job))
        .map(each -> Objects.toString(each.getValue("last"), ""))
        .findFirst()
        .orElseThrow();
  }

  private List<String> letters(String marker) {
    return smtp.letters().stream().filter(letter -> letter.contains(marker)).toList();
  }

  /** An email that was sent again, as the guarantee permits, has the same ID for its receiver. */
  private boolean isTwice(String marker) {
    return letters(marker).stream()
            .map(letter -> letter.replaceFirst("(?s).*?\\nMessage-ID: *(<[^>]+>).*", "$1"))
            .distinct()
            .count()
        > 1;
  }

  /** Returns after all waiting emails were attempted once and are due in ten seconds. */
  private List<String> waitingEmails() throws Exception {
    smtp.behave(ScriptedSmtp.Mode.TRY_LATER);
    List<String> names =
        IntStream.range(0, WAITING_EMAILS).mapToObj(i -> "waits-" + runs + "-" + i + "-").toList();
    for (String name : names) {
      submit(nodes.right(), freshAddress(), name);
    }
    Waiting.until(() ->
        ClockedNodes.owner(nodes.right(), "GET", "email/outbox?state=waiting")
                .send()
                .json()
                .getJsonArray("mails")
                .stream()
                .map(JsonObject.class::cast)
                .filter(mail -> mail.getString("subject").contains("waits-" + runs))
                .filter(mail -> mail.getInteger("attempts") > 0)
                .count()
            >= WAITING_EMAILS);
    smtp.behave(ScriptedSmtp.Mode.ACCEPT);
    return names;
  }

  private Standing stand() throws Exception {
    JsonObject book = shop.sell("Book " + runs, "12.50", new JsonObject().put("hard", 3));
    String order = forms.order("/cart/" + Shop.variant(book, 0).getString("legacyId") + ":3");
    String banned = freshAddress();
    nodes
        .right()
        .client()
        .request("POST", "/api/proxy/auth/validate-access")
        .from(banned)
        .json(new JsonObject().put("code", "wrong-code"))
        .send();
    String token = nodes.right().client().token(TestNode.CODE);
    nodes.right().client().request("POST", "/api/proxy/auth/logout").token(token).send();
    Waiting.until(() -> nodes.every(node -> alive(node, banned) == 403));
    Waiting.until(() -> nodes.every(node -> signedIn(node, token) != 200));
    long since = System.nanoTime();
    return new Standing(order, banned, token, since, waitingEmails());
  }

  private void check(Standing standing, String when, List<String> faults) {
    for (TestNode node : nodes.all()) {
      if (alive(node, standing.banned) != 403) {
        faults.add("ban lost " + when);
      }
      if (signedIn(node, standing.token) == 200) {
        faults.add("revocation lost " + when);
      }
    }
    String state = forms.listed(standing.order).getString("state");
    if (!state.equals("open")) {
      faults.add("reservation of an order lost " + when + ": " + state);
    }
  }

  /** Lets clocks jump under load, sets them right again, and returns what was lost. */
  public Result run(Jump jump) throws Exception {
    runs++;
    List<String> faults = new ArrayList<>();
    nodes.pass(Duration.ofHours(2));
    Waiting.until(
        () -> nodes.every(node -> ClockedNodes.confirmed(node) && ClockedNodes.ready(node)));
    Standing standing = stand();
    ClockLedger ledger = new ClockLedger(nodes.all(), runs);
    try (ledger) {
      nodes.move(jump);
      nodes.awaitNotice();
      check(standing, "during the jump", faults);
      long sent = standing.emails.stream().filter(name -> !letters(name).isEmpty()).count();
      if (sent > 0 && standing.waits() && !jump.gradual()) {
        faults.add("email early");
      }
      String run = lastRun("storefront.lookAfterOrders");
      nodes.pass(Duration.ofSeconds(61));
      if (scope == Scope.SINGLE_NODE || scope == Scope.ONE_OF_THREE) {
        awaitEmails(standing.emails, "during the jump", faults);
        Waiting.until(() -> !lastRun("storefront.lookAfterOrders").equals(run));
      }
      ledger.awaitRequests();
      check(standing, "after a minute of the jump", faults);
    } finally {
      nodes.jump(jump.by().negated());
    }
    nodes.awaitReady();
    nodes.pass(Duration.ofSeconds(61));
    check(standing, "after the jump", faults);
    awaitEmails(standing.emails, "after the jump", faults);
    awaitEmails(ledger.emails(), "after the jump", faults);
    int lost = ledger.missing(nodes.right());
    if (lost > 0) {
      faults.add(lost + " documents lost");
    }
    end(standing, faults);
    int emails = ledger.emails().size() + WAITING_EMAILS;
    return new Result(ledger.documents(), lost, emails, faults);
  }

  private void awaitEmails(List<String> names, String when, List<String> faults) throws Exception {
    try {
      Waiting.until(() -> names.stream().noneMatch(name -> letters(name).isEmpty()));
    } catch (AssertionError late) {
      faults.add(
          "emails late " + when + ": " + names.stream().filter(n -> letters(n).isEmpty()).count());
    }
    if (names.stream().anyMatch(this::isTwice)) {
      faults.add("email sent twice under two IDs");
    }
  }

  /** Pays the order, and lets another one expire in time. */
  private void end(Standing standing, List<String> faults) throws Exception {
    provider.approve(forms.paymentOrder(standing.order));
    forms.act(standing.order, "pay");
    String state = forms.listed(standing.order).getString("state");
    if (!state.equals("paid")) {
      faults.add("order not paid: " + state);
    }
    JsonObject late = shop.sell("Late book " + runs, "12.50", new JsonObject().put("hard", 1));
    String order = forms.order("/cart/" + Shop.variant(late, 0).getString("legacyId") + ":1");
    nodes.pass(Duration.ofMinutes(31));
    try {
      Waiting.until(() -> forms.listed(order).getString("state").equals("expired"));
    } catch (AssertionError kept) {
      faults.add("reservation ends late");
    }
  }
}
