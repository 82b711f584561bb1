package dev.gatehouse.areas.payments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a node with {@code kill -9} during payments, while the provider fails occasionally. The
 * provider's ledger is outside the node: no payment is captured twice. In the end the node has
 * recorded exactly the captured payments.
 */
@Tag("slow")
class PaymentsKillTest {
  private static final int KILLS = 6;

  @TempDir Path store;
  private final Random random = new Random();
  private final Set<String> created = new HashSet<>();
  private final Set<String> paid = new HashSet<>();

  @Test
  @Timeout(300)
  void paysAndCountsEachOrderOnceAcrossKills() throws Exception {
    try (var provider = new PayPalSimulator()) {
      provider.approvesAll();
      var kills = new PaymentKills(PaymentsUntilKilled.class, store, provider, random);
      for (int kill = 0; kill < KILLS; kill++) {
        kills.makeFail();
        kills.runAndKill(2 + random.nextInt(12), this::note);
      }
      Map<String, String> states = new HashMap<>();
      List<JsonObject> figures = new ArrayList<>();
      kills.settle(line -> list(line, states, figures));
      check(provider, states, figures.getFirst());
    }
  }

  /** Records a line if it is complete, and returns whether it acknowledges a payment. */
  private boolean note(String line) {
    String[] words = line.split(" ");
    if (!line.endsWith(" .")) {
      return false;
    }
    return switch (words[0]) {
      case "created" -> !created.add(words[1]);
      case "paid" -> paid.add(words[1]);
      default -> {
        assertTrue(Set.of("502", "503").contains(words[0]), line);
        yield false;
      }
    };
  }

  private static void list(String line, Map<String, String> states, List<JsonObject> figures) {
    String[] words = line.split(" ", 2);
    switch (words[0]) {
      case "listed" -> {
        String[] order = words[1].split(" ");
        String before = order[0].equals("null") ? null : states.put(order[0], order[1]);
        assertNull(before, line + " is there twice");
      }
      case "figures" -> figures.add(new JsonObject(words[1]));
      default -> {}
    }
  }

  private void check(PayPalSimulator provider, Map<String, String> states, JsonObject figures) {
    Map<String, SimulatedOrder> orders = provider.orders();
    Set<String> taken = provider.captured();
    Set<String> known =
        states.entrySet().stream()
            .filter(entry -> entry.getValue().equals("paid"))
            .map(Map.Entry::getKey)
            .collect(Collectors.toSet());
    assertTrue(provider.capturedOnce(), "twice");
    assertEquals(taken, known);
    assertTrue(known.containsAll(paid), "reported to be paid and is not");
    assertTrue(states.keySet().containsAll(created), "lost");
    assertTrue(paid.size() > KILLS, "there was paying");
    JsonObject counted = figures.getJsonArray("figures").getJsonObject(1);
    assertEquals("orders paid", counted.getString("name"));
    assertEquals(taken.size(), counted.getInteger("count"));
    assertEquals(
        taken.size() + "00.00",
        counted.getJsonArray("amounts").getJsonObject(0).getString("value"));
    System.out.printf(
        "%d kills; %d orders made, %d reported; %d captured, %d reported to be paid; none twice, none lost%n",
        KILLS, orders.size(), created.size(), taken.size(), paid.size());
  }
}
