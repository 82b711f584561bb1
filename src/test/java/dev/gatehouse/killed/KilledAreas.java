package dev.gatehouse.killed;

import dev.gatehouse.ChildJvm;
import dev.gatehouse.areas.commerce.printshop.PrintfulSimulator;
import dev.gatehouse.areas.notifications.mail.ScriptedSmtp;
import dev.gatehouse.areas.payments.PayPalSimulator;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Areas in a process without HTTP, whose clock runs 120 times as fast, because interrupted work is
 * due again only after minutes. The process does the work itself and prints each outcome. The mail
 * server, the payment provider and the print shop are here, so that they survive it.
 */
public final class KilledAreas implements Target, AutoCloseable {
  static final Duration HOLD = Duration.ofMinutes(4);

  private final Path store;
  private final Instant since = Instant.now();
  private final ScriptedSmtp smtp = new ScriptedSmtp();
  private final PayPalSimulator provider = new PayPalSimulator();
  private final PrintfulSimulator printshop = new PrintfulSimulator();
  private final Map<String, PrintedWork> kinds = new LinkedHashMap<>();
  private Process process;
  private Thread reader;

  /**
   * @param store folder of the data
   */
  public KilledAreas(Path store) {
    this.store = store;
    provider.approvesAll();
  }

  ScriptedSmtp smtp() {
    return smtp;
  }

  PayPalSimulator provider() {
    return provider;
  }

  PrintfulSimulator printshop() {
    return printshop;
  }

  /** Lets the process do a kind of work. */
  void add(String kind, PrintedWork work) {
    kinds.put(kind, work);
  }

  private Map<String, String> environment() {
    Map<String, String> environment =
        new HashMap<>(
            Map.of(
                "GATEHOUSE_SMTP_URL", "smtp://127.0.0.1:" + smtp.port(),
                "GATEHOUSE_SMTP_TIMEOUT", "2s",
                "GATEHOUSE_MAIL_MAX_ATTEMPTS", "1000",
                "GATEHOUSE_OWNER_EMAIL", "owner@example.org",
                "GATEHOUSE_PAYMENTS_TIMEOUT", "1500ms",
                "GATEHOUSE_STOREFRONT_RESERVATION_TTL", HOLD.toMinutes() + "m",
                "GATEHOUSE_PRINTSHOP_URL", printshop.url(),
                "GATEHOUSE_PRINTSHOP_TOKEN", PrintfulSimulator.TOKEN,
                "GATEHOUSE_PRINTSHOP_CALLS_PER_MINUTE", "1000000"));
    provider.settings().forEach((name, value) -> environment.put("GATEHOUSE_" + name, value));
    return environment;
  }

  @Override
  public void start() throws Exception {
    kinds.values().forEach(PrintedWork::begins);
    run("work");
  }

  @Override
  public void startForLastCheck() throws Exception {
    kinds.values().forEach(PrintedWork::ends);
    run("list");
  }

  private void run(String mode) throws Exception {
    List<String> arguments = new ArrayList<>(List.of(store.toString(), since.toString(), mode));
    arguments.addAll(kinds.keySet());
    process =
        ChildJvm.start(environment(), AreasUntilKilled.class, arguments.toArray(String[]::new));
    BufferedReader out = process.inputReader();
    for (String line = out.readLine(); !"ready .".equals(line); line = out.readLine()) {
      if (line == null) {
        throw new IOException("the areas did not start");
      }
      dispatch(line);
    }
    reader = Thread.ofVirtual().start(() -> read(out));
  }

  private void read(BufferedReader out) {
    try (out) {
      out.lines().forEach(this::dispatch);
    } catch (IOException | UncheckedIOException killed) {
      // The process has closed its output.
    }
    kinds.values().forEach(PrintedWork::ended);
  }

  /** The last line of a killed process may be incomplete. */
  private void dispatch(String line) {
    String[] words = line.split(" ");
    if (line.endsWith(" .") && kinds.containsKey(words[0])) {
      kinds
          .get(words[0])
          .printed(Stream.of(words).skip(1).limit(words.length - 2).toArray(String[]::new));
    }
  }

  @Override
  public void kill() throws InterruptedException {
    // The process's own method would close the pipe before it is read.
    process.toHandle().destroyForcibly();
    reader.join();
    process.waitFor();
  }

  @Override
  public void close() throws Exception {
    if (process != null) {
      process.destroyForcibly().waitFor();
    }
    smtp.close();
    provider.close();
    printshop.close();
  }
}
