package dev.gatehouse.killed;

import module java.base;

import dev.gatehouse.ChildJvm;
import dev.gatehouse.areas.commerce.printshop.PrintfulSimulator;
import dev.gatehouse.areas.notifications.mail.ScriptedSmtp;
import dev.gatehouse.areas.payments.PayPalSimulator;

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
  private final List<String> kinds = new ArrayList<>();
  private final PrintingProcess process = new PrintingProcess(this::process);

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
    kinds.add(kind);
    process.add(kind, work);
  }

  private Map<String, String> environment() {
    Map<String, String> environment =
        new HashMap<>(
            Map.of(
                "GATEHOUSE_SMTP_URL", "smtp://127.0.0.1:" + smtp.port(),
                "GATEHOUSE_SMTP_TIMEOUT", "2s",
                "GATEHOUSE_HIRE_MAILS_PER_HOUR", "1000",
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

  private Process process(boolean last) {
    List<String> arguments =
        new ArrayList<>(List.of(store.toString(), since.toString(), last ? "list" : "work"));
    arguments.addAll(kinds);
    return ChildJvm.start(
        environment(), List.of(), AreasUntilKilled.class, arguments.toArray(String[]::new));
  }

  @Override
  public void start() throws Exception {
    process.start();
  }

  @Override
  public void startForLastCheck() throws Exception {
    process.startForLastCheck();
  }

  @Override
  public void kill() throws Exception {
    process.kill();
  }

  @Override
  public void close() throws IOException {
    process.close();
    smtp.close();
    provider.close();
    printshop.close();
  }
}
