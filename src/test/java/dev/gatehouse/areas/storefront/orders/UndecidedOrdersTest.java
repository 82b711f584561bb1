package dev.gatehouse.areas.storefront.orders;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.DocumentServer;
import dev.gatehouse.TestClock;
import dev.gatehouse.TestDocuments;
import dev.gatehouse.TestServices;
import dev.gatehouse.TestSettings;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.areas.storefront.orders.ShopOrder.State;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.Message;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.Money;
import dev.gatehouse.messages.Figures;
import dev.gatehouse.messages.PaymentMessages;
import dev.gatehouse.messages.PaymentMessages.AgreedOrder;
import dev.gatehouse.messages.PaymentMessages.CheckoutAmount;
import dev.gatehouse.messages.PaymentMessages.CheckoutReply;
import dev.gatehouse.messages.PaymentMessages.CheckoutRequest;
import dev.gatehouse.messages.PaymentMessages.PaymentCaptured;
import dev.gatehouse.messages.PaymentMessages.PaymentFacts;
import dev.gatehouse.messages.ProductMessages;
import dev.gatehouse.messages.ProductMessages.EndHold;
import dev.gatehouse.messages.ProductMessages.HoldStock;
import dev.gatehouse.messages.ProductMessages.StockHeld;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.outbox.OutboxEntry;
import io.vertx.core.Vertx;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Orders with an unknown payment, and other orders that must not wait for them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UndecidedOrdersTest {
  private static final Origin BUYER = Origin.ownTask("r", "buyer");
  private static final Money PRICE = Money.of("USD", "9.00");

  private final TestClock clock = new TestClock();
  private final Vertx vertx = Vertx.vertx();
  private final AtomicInteger captures = new AtomicInteger();
  private final AtomicReference<String> word = new AtomicReference<>("");
  private final Set<String> sold = ConcurrentHashMap.newKeySet();
  private final Set<String> released = ConcurrentHashMap.newKeySet();
  private DocumentServer store;
  private NodeServices services;
  private Orders orders;

  @BeforeAll
  void open(@TempDir Path folder) throws IOException {
    store = DocumentServer.start();
    services =
        TestServices.over(
            vertx, TestSettings.of(Map.of()), TestDocuments.at(vertx, store.url()), clock, folder);
    deploy(
        "commerce",
        Message.Handlers.of()
            .on(ProductMessages.HOLD_STOCK, this::hold)
            .on(ProductMessages.RELEASE_STOCK, (call, order) -> end(order, released))
            .on(ProductMessages.SELL_STOCK, (call, order) -> end(order, sold)));
    deploy(
        "payments",
        Message.Handlers.of()
            .on(PaymentMessages.CHECKOUT, this::checkout)
            .on(PaymentMessages.CAPTURE_AGREED, this::capture)
            .on(PaymentMessages.PAYMENT, (call, query) -> facts()));
    orders = new Orders(services, Duration.ofMinutes(30));
    services.documents().createIndexes();
    orders.repository().prepare();
  }

  private void deploy(String area, Message.Handlers messages) {
    TestServices.deploy(vertx, services.dispatcher(), Area.of(area, List.of(), messages));
  }

  @AfterAll
  void close() {
    vertx.close().await();
    store.close();
  }

  @BeforeEach
  void forget() {
    word.set("");
    sold.clear();
    released.clear();
  }

  private StockHeld hold(Call call, HoldStock wanted) {
    return new StockHeld(List.of(), Map.of("book", new BigDecimal("9")), null);
  }

  private Done end(EndHold hold, Set<String> ended) {
    String order = hold.order();
    if (word.get().equals(order)) {
      throw new IllegalStateException("something that nobody has thought of");
    }
    ended.add(order);
    return new Done(true, "");
  }

  private CheckoutReply checkout(Call call, CheckoutRequest request) {
    return word.get().equals("unconfigured")
        ? new CheckoutReply(false, null, null)
        : new CheckoutReply(true, "PAY1", "https://pay/");
  }

  private PaymentCaptured capture(Call call, AgreedOrder order) {
    captures.incrementAndGet();
    return switch (word.get()) {
      case "pending" -> captured(true);
      case "declined" -> throw ApiError.of(ErrorCode.PAYMENT_DECLINED, "declined").exception();
      case "paid" -> captured(null);
      default ->
          throw ApiError.busy(ErrorCode.CAPTURE_IN_PROGRESS, "unknown outcome", 1).exception();
    };
  }

  private static PaymentCaptured captured(Boolean pending) {
    return new PaymentCaptured(true, "PAY1", "COMPLETED", List.of(), null, pending);
  }

  private PaymentFacts facts() {
    String state =
        switch (word.get()) {
          case "pending", "declined", "paid" -> word.get();
          case "unknown" -> "capturing";
          default -> "open";
        };
    var price = state.equals("paid") ? new CheckoutAmount("USD", "9.00") : null;
    return new PaymentFacts(state, price, null, false, null, 0);
  }

  private ShopOrder placed(String key) {
    return placed(key, "ada@example.org");
  }

  private ShopOrder placed(String key, String email) {
    ShopOrder.Goods goods = SimulatedShop.goods("book", PRICE);
    return orders.checkout().place(BUYER, key, goods, SimulatedShop.buyer("Ada", email)).order();
  }

  private ShopOrder now(ShopOrder order) {
    return orders.repository().find(order.id()).orElseThrow();
  }

  /** Runs the reconciliation at each time the order is due. Returns the number of runs. */
  private int looked(ShopOrder order) {
    int looks = 0;
    for (Instant due = now(order).standing().due();
        due != null && looks < 100;
        due = now(order).standing().due()) {
      clock.set(due);
      orders.reconcile();
      looks++;
    }
    return looks;
  }

  /** Advances an order to the state after the given number of unsuccessful checks. */
  private void age(ShopOrder order, int looks) {
    ShopOrder aged = now(order);
    while (aged.standing().looks() < looks) {
      aged = aged.lookedInVain(aged.standing().due());
    }
    assertTrue(orders.repository().change(aged).isPresent());
  }

  @ParameterizedTest
  @CsvSource({"unknown, PAYING", "pending, PENDING"})
  void leavesOrderToOwnerAfterOneMonth(String answer, State first) {
    word.set(answer);
    long waiting = figure("shop orders awaiting your decision");
    long made = figure("shop orders");
    ShopOrder order = placed(answer + "0".repeat(32));
    assertEquals(first, orders.checkout().pay(BUYER, order).order().state());
    age(order, 69);
    Instant begun = clock.instant();
    assertEquals(2, looked(order));
    assertTrue(Duration.between(begun, clock.instant()).toHours() >= 12);
    assertEquals(State.UNRESOLVED, now(order).state());
    assertEquals(Set.of(), released);
    Email letter =
        letters().stream()
            .filter(each -> each.subject().equals("Order " + order.reference() + ": unresolved"))
            .findFirst()
            .orElseThrow();
    assertTrue(letter.to().isEmpty() && letter.text().contains("PAY1"), letter.text());
    assertEquals(made + 1, figure("shop orders"));
    assertEquals(waiting + 1, figure("shop orders awaiting your decision"));

    ShopOrder paid = orders.desk().decide(BUYER, now(order), true).orElseThrow();
    assertEquals(State.PAID, paid.state());
    assertEquals(Set.of(order.id()), sold);
    assertEquals(waiting, figure("shop orders awaiting your decision"));
  }

  private List<Email> letters() {
    return services.outbox().select(Email.KIND, OutboxEntry.State.WAITING).page(0, 500).stream()
        .map(entry -> entry.body(Email.class))
        .toList();
  }

  private long figure(String name) {
    var ever = new Figures.Period(Instant.EPOCH, clock.instant().plusSeconds(1));
    return orders.figures(null, ever).figures().stream()
        .filter(line -> line.name().equals(name))
        .findFirst()
        .orElseThrow()
        .count();
  }

  /** The node no longer checks by itself. The buyer's button reads, but does not capture again. */
  @Test
  void readsUnresolvedPaymentWhenBuyerRetries() {
    word.set("unknown");
    ShopOrder order = placed("1".repeat(32));
    orders.checkout().pay(BUYER, order);
    age(order, 70);
    looked(order);
    int asked = captures.get();
    assertEquals(State.UNRESOLVED, orders.checkout().pay(BUYER, now(order)).order().state());
    assertEquals(asked, captures.get());
    word.set("paid");
    assertEquals(State.PAID, orders.checkout().pay(BUYER, now(order)).order().state());
  }

  @ParameterizedTest
  @CsvSource({"declined, CANCELLED", "paid, PAID"})
  void appliesProviderResultToPendingOrder(String answer, State state) {
    word.set("pending");
    ShopOrder order = placed(answer + "2".repeat(32));
    orders.checkout().pay(BUYER, order);
    word.set(answer);
    looked(order);
    assertEquals(state, now(order).state());
    assertEquals(state == State.PAID ? Set.of() : Set.of(order.id()), released);
  }

  /** An order whose reconciliation fails is retried at growing intervals until it succeeds. */
  @Test
  void postponesFailingOrderWithoutBlockingOthers() {
    ShopOrder poison = placed("3".repeat(32));
    word.set(poison.id());
    clock.advance(Duration.ofMinutes(31));
    for (int run = 0; run < 3; run++) {
      orders.reconcile();
    }
    assertEquals(State.EXPIRED, now(poison).state());
    assertTrue(now(poison).standing().due().isAfter(clock.instant()), "it is due at once again");
    ShopOrder other = placed("4".repeat(32));
    clock.advance(Duration.ofMinutes(31));
    orders.reconcile();
    assertEquals(Set.of(other.id()), released);
    word.set("");
    clock.advance(Duration.ofHours(2));
    orders.reconcile();
    assertEquals(Set.of(other.id(), poison.id()), released);
    assertEquals(Optional.empty(), Optional.ofNullable(now(poison).standing().due()));
  }

  /** More orders are due than one batch holds. None is held past its expiry. */
  @Test
  void processesAllDueOrdersInOneRun() {
    for (int i = 0; i < 60; i++) {
      placed("many " + i);
    }
    clock.advance(Duration.ofMinutes(31));
    orders.reconcile();
    assertEquals(60, released.size());
  }

  /** Orders without a payment provider are free, so an address gets at most five emails. */
  @Test
  void limitsOrderMailsPerRecipient() {
    word.set("unconfigured");
    for (int i = 0; i < 9; i++) {
      String email = "vic.tim+" + i + "@gmail.com";
      assertEquals(State.PLACED, placed("bomb " + i, email).state());
    }
    List<Email> letters = letters();
    assertEquals(5, letters.stream().filter(each -> each.to().startsWith("vic.tim")).count());
    assertEquals(9, letters.stream().filter(each -> each.text().contains("vic.tim")).count());
  }
}
