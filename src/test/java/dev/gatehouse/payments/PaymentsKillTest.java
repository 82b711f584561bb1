package dev.gatehouse.payments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.payments.PayPalSimulator.Fault;
import dev.gatehouse.payments.PayPalSimulator.Order;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * kill -9 amid payments, with a provider that fails now and then. Its ledger, outside the node,
 * says what was taken: nothing twice, and in the end the node knows of all of it and of nothing
 * else.
 */
@Tag("slow")
class PaymentsKillTest {
  private static final int KILLS = 6;

  @TempDir Path store;
  private final Random random = new Random();
  private final Set<String> created = new HashSet<>();
  private final Set<String> paid = new HashSet<>();

  @Test
  @Timeout(90)
  void nothingIsPaidTwiceCountedTwiceOrLost() throws Exception {
    try (var provider = new PayPalSimulator()) {
      provider.approvesAll();
      for (int kill = 0; kill < KILLS; kill++) {
        provider.script("capture", faults());
        provider.script("read", faults());
        provider.script("create", faults());
        runAndKill(2 + random.nextInt(12), child(provider.url()));
      }
      provider.heal();
      Map<String, String> states = new HashMap<>();
      JsonObject figures = settled(provider, states);
      check(provider, states, figures);
    }
  }

  /** One in 25 goes wrong, before or after it was done: more, and the provider is left alone. */
  private Fault[] faults() {
    List<Fault> faults = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      boolean done = random.nextBoolean();
      faults.add(
          switch (random.nextInt(75)) {
            case 0 -> Fault.silent(done, "reset");
            case 1 -> done ? Fault.after(500, "") : Fault.instead(500, "");
            case 2 -> done ? Fault.after(201, "<html>") : Fault.instead(201, "<html>");
            default -> Fault.NONE;
          });
    }
    faults.add(Fault.NONE);
    return faults.toArray(Fault[]::new);
  }

  /** Kills it some time after so many payments that were acknowledged. */
  private void runAndKill(int after, Process node) throws Exception {
    try (BufferedReader out = node.inputReader()) {
      int acknowledged = 0;
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        acknowledged += note(line) ? 1 : 0;
        if (acknowledged == after) {
          LockSupport.parkNanos(random.nextInt(40_000_000));
          node.toHandle().destroyForcibly();
        }
      }
    } finally {
      node.destroyForcibly().waitFor();
    }
  }

  /** Returns whether a line, if it is whole, acknowledges a payment. */
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

  private JsonObject settled(PayPalSimulator provider, Map<String, String> states)
      throws Exception {
    Process last = child(provider.url(), "list");
    JsonObject figures = new JsonObject();
    try (BufferedReader out = last.inputReader()) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        String[] words = line.split(" ", 2);
        if (words[0].equals("listed")) {
          String[] order = words[1].split(" ");
          String before = order[0].equals("null") ? null : states.put(order[0], order[1]);
          assertEquals(null, before, line + " is there twice");
        }
        figures = words[0].equals("figures") ? new JsonObject(words[1]) : figures;
      }
    } finally {
      last.destroyForcibly().waitFor();
    }
    return figures;
  }

  private void check(PayPalSimulator provider, Map<String, String> states, JsonObject figures) {
    Map<String, Order> orders = provider.orders();
    Set<String> taken =
        orders.values().stream()
            .filter(order -> !order.captures.isEmpty())
            .map(order -> order.id)
            .collect(Collectors.toSet());
    Set<String> known =
        states.entrySet().stream()
            .filter(entry -> entry.getValue().equals("paid"))
            .map(Map.Entry::getKey)
            .collect(Collectors.toSet());
    assertTrue(orders.values().stream().allMatch(order -> order.captures.size() < 2), "twice");
    assertEquals(taken, known);
    assertTrue(known.containsAll(paid), "told to be paid and is not");
    assertTrue(states.keySet().containsAll(created), "lost");
    assertTrue(paid.size() > KILLS, "there was paying");
    JsonObject counted = figures.getJsonArray("figures").getJsonObject(1);
    assertEquals(
        "orders paid (" + taken.size() + "00.00 USD) " + taken.size(),
        counted.getString("name") + ' ' + counted.getInteger("count"));
    System.out.printf(
        "%d kills; %d orders made, %d told; %d captured, %d told to be paid; none twice, none lost%n",
        KILLS, orders.size(), created.size(), taken.size(), paid.size());
  }

  private Process child(String provider, String... more) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path"),
                PaymentsUntilKilled.class.getName(),
                store.toString(),
                provider));
    command.addAll(List.of(more));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }
}
