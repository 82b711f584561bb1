package dev.gatehouse.notifications.mail;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** kill -9 while letters are promised and sent: each promise is kept. */
@Tag("slow")
class OutboxKillTest {
  private static final int KILLS = 12;

  @TempDir Path store;

  @Test
  void everyPromisedLetterArrivesAndTwiceOnlyUnderOneId() throws Exception {
    try (var smtp = new ScriptedSmtp()) {
      var random = new Random();
      Set<String> promised = new HashSet<>();
      for (int kill = 0; kill < KILLS; kill++) {
        promised.addAll(promiseAndKill(smtp.port(), "run" + kill, random));
      }
      Process drain = child(smtp.port(), "drain", "drain");
      assertEquals(0, drain.waitFor());

      Map<String, List<String>> arrived =
          smtp.letters().stream().collect(Collectors.groupingBy(OutboxKillTest::subject));
      promised.forEach(subject -> assertTrue(arrived.containsKey(subject), subject + " is lost"));
      long twice = arrived.values().stream().filter(letters -> letters.size() > 1).count();
      arrived.values().forEach(letters -> assertEquals(1, Set.copyOf(letters).size()));
      assertTrue(twice <= KILLS, twice + " letters came twice, in " + KILLS + " kills");
      System.out.printf(
          "%d kills, %d promised, %d arrived, %d of them twice under one id%n",
          KILLS, promised.size(), arrived.size(), twice);
    }
  }

  private List<String> promiseAndKill(int port, String name, Random random) throws Exception {
    Process sender = child(port, name);
    List<String> promised = new ArrayList<>();
    int after = 20 + random.nextInt(80);
    try (BufferedReader out =
        new BufferedReader(new InputStreamReader(sender.getInputStream(), UTF_8))) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        if (line.matches("run[0-9]+-[0-9]+\\.")) {
          promised.add(line);
        }
        if (promised.size() == after) {
          LockSupport.parkNanos(random.nextInt(50_000_000));
          sender.toHandle().destroyForcibly();
        }
      }
    } finally {
      sender.destroyForcibly().waitFor();
    }
    return promised;
  }

  private Process child(int port, String... name) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path"),
                OutboxUntilKilled.class.getName(),
                store.toString(),
                Integer.toString(port)));
    command.addAll(List.of(name));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  private static String subject(String letter) {
    return letter
        .lines()
        .filter(line -> line.startsWith("Subject: "))
        .findFirst()
        .orElseThrow()
        .substring("Subject: ".length());
  }
}
