package dev.gatehouse.areas.access;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.DocumentServer;
import dev.gatehouse.Intercepted;
import dev.gatehouse.TestDocuments;
import dev.gatehouse.areas.access.CodeRepository.Use;
import dev.gatehouse.store.DocumentCommands;
import dev.gatehouse.store.Documents;
import io.vertx.core.Vertx;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A node that is paused between its read of the daily code and its write. */
class PausedUseTest {
  private static final Instant NOON = Instant.parse("2027-01-12T17:00:00Z");

  @AutoClose private final Vertx vertx = Vertx.vertx();
  private final DailyCodes codes = new DailyCodes("pepper", ZoneId.of("America/New_York"));
  @AutoClose private DocumentServer store;
  private DocumentCommands commands;
  private CodeRepository other;

  @BeforeEach
  void open() {
    store = DocumentServer.start();
    commands = TestDocuments.commands(TestDocuments.client(vertx, store.url()));
    other = new CodeRepository(new Documents(commands, new SecureRandom()), codes);
  }

  /** Creates a node that runs an action once, immediately before its first update. */
  private CodeRepository paused(Runnable meanwhile) {
    var over = new AtomicBoolean();
    var between =
        Intercepted.of(
            DocumentCommands.class,
            commands,
            (method, real) -> {
              if (method.equals("update") && !over.getAndSet(true)) {
                meanwhile.run();
              }
              return real.call();
            });
    return new CodeRepository(new Documents(between, new SecureRandom()), codes);
  }

  @Test
  void keepsUseOfCodeThatReplacedTheFirst() {
    useWhileReplaced();
  }

  @Test
  void keepsUseOfCodeThatReplacedAnother() {
    other.reissue(NOON);
    useWhileReplaced();
  }

  private void useWhileReplaced() {
    String old = other.current(NOON);
    CodeRepository paused =
        paused(() -> assertEquals(Use.DONE, other.use(other.reissue(NOON), "other", NOON)));
    assertEquals(Use.WRONG, paused.use(old, "paused", NOON));
    assertEquals(Use.USED_BEFORE, other.use(other.current(NOON), "third", NOON));
  }

  @Test
  void refusesUseOfCodeThatWasUsedMeanwhile() {
    String code = other.current(NOON);
    CodeRepository paused = paused(() -> assertEquals(Use.DONE, other.use(code, "other", NOON)));
    assertEquals(Use.USED_BEFORE, paused.use(code, "paused", NOON));
  }
}
