package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gatehouse.S3Simulator.Trouble;
import dev.gatehouse.areas.commerce.printshop.PrintfulSimulator;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Starts, cancels and restarts in a browser all work whose progress the console shows. */
@Tag("slow")
class ConsoleCancelTest {
  private static final int ORDERS = 250;
  private static final PrintfulSimulator SHOP = new PrintfulSimulator();

  @Order(1)
  @RegisterExtension
  static final S3Simulator FILES = new S3Simulator();

  /** Number of order pages that the print shop may return. */
  private static final Semaphore PAGES = new Semaphore(0);

  @RegisterExtension
  static final ConsoleTab TAB =
      new ConsoleTab(
          new TestNode()
              .with("PRINTSHOP_URL", SHOP.url())
              .with("PRINTSHOP_TOKEN", PrintfulSimulator.TOKEN)
              .with("PRINTSHOP_DAILY", "false")
              // Long timeouts, so that nothing times out before the test has seen the expected
              // state.
              .with("PRINTSHOP_TIMEOUT=25s BLOBS_S3_TIMEOUT=5m")
              .with(FILES.settings()));

  @BeforeAll
  static void orders() {
    long now = TAB.node().clock.instant().getEpochSecond();
    SHOP.makes(
        ORDERS,
        place ->
            PrintfulSimulator.order(
                ORDERS - place, now - 60L * (place + 1), "fulfilled", "10.00", "4.00"));
    PAGES.drainPermits();
    PAGES.release();
    SHOP.before(PAGES::acquireUninterruptibly);
  }

  @AfterAll
  static void close() {
    PAGES.release(ORDERS);
    FILES.release();
  }

  @Test
  void cancelsTheStoreCheck() throws Exception {
    Client.Reply upload =
        TAB.owner("POST", "/audio/upload").file("file", "a.wav", Wavs.tone(100)).send();
    assertEquals(201, upload.status(), upload.text());
    FILES.troubles(
        request -> request.startsWith("GET /files/blobs/") ? Trouble.HELD : Trouble.NONE);
    TAB.openSignedIn("store");
    TAB.sees(
        """
        {'message': 'Check cancelled.', 'state': 'The last check was cancelled before*', 'progress': 0, 'cancel': false}
        """,
        """
        const state = () => document.querySelector('main [role=status]').innerText;
        await press('Run check');
        await until('runs', () => document.querySelector('main progress') && state() === 'A check is running.');
        await press('Cancel check');
        const message = await said();
        return {message, state: state(), progress: document.querySelectorAll('main progress').length,
          cancel: button('Cancel check') !== undefined};
        """);

    FILES.release();
    TAB.run(
        """
        await press('Run check');
        await until('whole', () => document.querySelector('main [role=status]').innerText === 'No faults found.');
        """);
  }

  @Test
  void cancelsAndResumesTheOrderSync() throws Exception {
    TAB.openSignedIn("books");
    String state =
        "const state = () => [...document.querySelectorAll('main [role=status]')].map(one => one.innerText).join(' ');\n";
    TAB.run(
        state
            + """
            await press('Sync now');
            await until('the first page', () => state() === '100 of 250 orders processed.');
            """);
    TAB.sees(
        """
        {'message': 'Sync cancelled.', 'progress': 100,
         'state': 'Cancelled. Synced orders are kept, and the next sync resumes where this one stopped. 100 of 250 orders processed.',
         'cancel': false}
        """,
        state
            + """
            const progress = document.querySelector('main progress[aria-label="Orders processed"]').value;
            await press('Cancel sync');
            const message = await said();
            return {message, progress, state: state(), cancel: button('Cancel sync') !== undefined};
            """);

    PAGES.release(ORDERS);
    TAB.sees(
        "{'state': 0}",
        """
        await press('Sync now');
        const sold = () => [...document.querySelectorAll('main article')]
          .find(one => one.querySelector('h2').innerText.startsWith('All time'))?.innerText ?? '';
        await until('all', () => sold().includes('250 orders'));
        return {state: document.querySelectorAll('main [role=status]').length};
        """);
  }
}
