package dev.gatehouse.killed;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills areas while they accept forms, book meetings, send emails, pay, sell and copy orders. All
 * tests share the kills; each checks one kind of work. {@code scripts/chaos orders} kills the shop
 * hundreds of times.
 */
@Tag("slow")
class KilledAreasTest {
  private static final int LONGEST_MILLIS = 1_500;

  @TempDir static Path store;
  private static KilledAreas areas;
  private static PromisedMails mails;
  private static DirectPayments payments;
  private static ShopSales sales;
  private static PrintshopSync sync;
  private static Kills kills;

  @BeforeAll
  @Timeout(600)
  static void killUnderWork() throws Exception {
    areas = new KilledAreas(store);
    mails = new PromisedMails(areas);
    payments = new DirectPayments(areas);
    sales = new ShopSales(areas);
    sync = new PrintshopSync(areas);
    kills = new Kills(areas, LONGEST_MILLIS, mails, payments, sales, sync).run();
  }

  @AfterAll
  static void close() throws Exception {
    areas.close();
  }

  @Test
  void keepsAcknowledgedWritesAndSendsTheirEmails() {
    kills.verify(mails);
  }

  @Test
  void paysAndCountsEachOrderOnce() {
    kills.verify(payments);
  }

  @Test
  void sellsEachItemOnce() {
    kills.verify(sales);
  }

  @Test
  void requestsNoStoredPageAgain() {
    kills.verify(sync);
  }
}
