package dev.gatehouse.killed;

import module java.base;

import dev.gatehouse.ChildJvm;
import dev.gatehouse.areas.notifications.mail.ScriptedSmtp;
import dev.gatehouse.areas.payments.PayPalSimulator;

/**
 * Areas in a process without HTTP, whose clock runs 120 times as fast, because interrupted work is
 * due again only after minutes. The process does the work itself and prints each outcome. The mail
 * server and the payment provider are here, so that they survive it.
 */
public final class KilledAreas implements Target, AutoCloseable {
  static final Duration HOLD = Duration.ofMinutes(4);

  private final Path store;
  private final Instant since = Instant.now();
  private final ScriptedSmtp smtp = new ScriptedSmtp();
  private final PayPalSimulator provider = new PayPalSimulator();
  private final PrintingProcess process = new PrintingProcess(this::process);

  /**
   * @param store folder of the data
   */
  public KilledAreas(Path store) {
    this.store = store;
    provider.approvesAll();
  }

  PayPalSimulator provider() {
    return provider;
  }

  /** Lets the process sell. */
  void add(PrintedWork sales) {
    process.add("sales", sales);
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
                "GATEHOUSE_STOREFRONT_RESERVATION_TTL", HOLD.toMinutes() + "m"));
    provider.settings().forEach((name, value) -> environment.put("GATEHOUSE_" + name, value));
    return environment;
  }

  private Process process(boolean last) {
    return ChildJvm.start(
        environment(),
        List.of(),
        AreasUntilKilled.class,
        store.toString(),
        since.toString(),
        last ? "list" : "work");
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
  }
}
