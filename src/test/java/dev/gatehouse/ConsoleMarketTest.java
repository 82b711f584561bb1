package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.*;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The console's Market page in a browser: symbols, candles, watchlist, positions, the log. */
@Tag("slow")
class ConsoleMarketTest {
  private static final String DATA = "/api/proxy/historical-data/";
  private static final int BARS = 5_000;

  @RegisterExtension static final ConsoleTab TAB = new ConsoleTab();

  private static final TestNode NODE = TAB.node();

  @Test
  void importsShowsReplacesAndDeletesAFile() throws Exception {
    TAB.openSignedIn("market");
    String choose =
        """
        const field = () => document.querySelector('.drop input');
        await until('field', () => field());
        const data = new DataTransfer();
        data.items.add(new File([args[0]], 'of-console.csv'));
        field().files = data.files;
        field().dispatchEvent(new Event('change', {bubbles: true}));
        """;
    TAB.sees(
        "{'said': 'OF-CONSOLE imported: 3 bars'}",
        choose
            + """
            await until('listed', () => [...document.querySelectorAll('tbody th')].some(cell => cell.innerText === 'OF-CONSOLE'));
            return {said: document.querySelector('[aria-label=Uploads] .state').innerText};
            """,
        csv(3));
    TAB.run(
        choose
            + """
            const dialog = document.querySelector('dialog#question');
            await until('question', () => dialog.open && dialog.innerText.includes('Replace the 3 bars of OF-CONSOLE'));
            dialog.querySelector('button[value=yes]').click();
            await until('replaced', () => [...document.querySelectorAll('tbody td')].some(cell => cell.innerText === '4'));
            """,
        csv(4));
    TAB.pressAndAnswer("Delete OF-CONSOLE", "yes");
    TAB.run(
        """
        await until('gone', () => ![...document.querySelectorAll('tbody th')].some(cell => cell.innerText === 'OF-CONSOLE'));
        """);
    assertEquals(404, NODE.get(DATA + "OF-CONSOLE").status());
  }

  @Test
  void pansAndZoomsByKeyboardAndStoresViewInUrl() throws Exception {
    put("MOVED", csv(BARS));
    TAB.openSignedIn("market?symbol=MOVED");
    JsonObject seen =
        TAB.sees(
            "{'newest': '*to 2000-01-04 11:19*', 'hash': '*symbol=MOVED&at=0&bars=188*'}",
            """
            const said = () => document.querySelector('candle-chart [aria-live] ~ p, candle-chart p[aria-live]')?.innerText ?? '';
            const chart = () => document.querySelector('.chart');
            await until('drawn', () => said().startsWith('150 bars') && chart().querySelector('canvas'));
            const newest = said();
            const press = key => chart().dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
            press('Home');
            await until('oldest', () => location.hash.includes('at=0&') && said().startsWith('150 bars from 2000-01-01 00:00'));
            press('-');
            await until('farther', () => said().startsWith('188 bars') && location.hash.endsWith('bars=188'));
            const canvas = chart().querySelector('canvas');
            const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
            return {newest, hash: location.hash, drawn: pixels.some(byte => byte)};
            """);
    assertTrue(seen.getBoolean("drawn"), "the chart is empty");
  }

  @Test
  void comparesTwoSymbolsOfADay() throws Exception {
    put("FIRST", csv(BARS));
    put("OTHER", csv(BARS));
    TAB.openSignedIn("market?symbol=FIRST");
    JsonObject seen =
        TAB.run(
            """
            const said = () => document.querySelector('candle-chart p[aria-live]')?.innerText ?? '';
            await until('drawn', () => said().startsWith('150 bars'));
            await press('Last 1D');
            await until('a day', () => said().startsWith('181 candles of 8 bars') || said().startsWith('182 candles'));
            const field = document.querySelector('main input[name=compare]');
            const type = text => { field.value = text; field.dispatchEvent(new Event('input', {bubbles: true})); };
            type('ot');
            await until('suggested', () => document.querySelector('main datalist option')?.value === 'OTHER');
            type('other');
            field.form.requestSubmit();
            await until('compared', () => said().includes('OTHER') && !said().includes('unknown'));
            await until('stored', () => location.hash.endsWith('&compare=OTHER'));
            return {said: said().split('Change in this range: ')[1], hash: location.hash};
            """);
    assertTrue(
        seen.getString("said").matches("FIRST (\\S+ %), OTHER \\1\\."), seen.getString("said"));
    assertTrue(seen.getString("hash").startsWith("#/market?symbol=FIRST&at=3"), seen::encode);
  }

  /**
   * A moved chart writes its position to the address after a delay. By then, another page may be
   * open.
   */
  @Test
  void staysOnNewPageWhileChartSettles() throws Exception {
    put("LEFT", csv(BARS));
    put("NEXT", csv(2 * BARS));
    TAB.openSignedIn("market?symbol=LEFT");
    JsonObject seen =
        TAB.run(
            """
            const chart = () => document.querySelector('candle-chart');
            const drawn = bars => until(`${bars} bars`, () => chart()?.total === bars && location.hash.includes('&bars='));
            await drawn(args[0]);
            location.hash = '#/market?symbol=NEXT';
            chart().settle();
            await drawn(2 * args[0]);
            const next = location.hash;
            location.hash = '#/site';
            chart().settle();
            await until('site', () => document.querySelector('main site-page'));
            return {next, at: location.hash};
            """,
            BARS);
    assertEquals(
        "#/market?symbol=NEXT&at=" + (2 * BARS - 150) + "&bars=150", seen.getString("next"));
    assertEquals("#/site", seen.getString("at"));
  }

  @Test
  void showsWatchlistAndPositionsAsText() throws Exception {
    JsonObject entry =
        JsonObject.of("symbol", "SPY", "timestamp", "2026-01-02T03:04:05Z", "strategy", "HODL");
    entry.put("platform", ConsoleTab.HOSTILE).put("reason", ConsoleTab.HOSTILE);
    JsonObject watchlist = JsonObject.of("watchlist", JsonArray.of(entry));
    TAB.send("PUT", "/api/proxy/trading/watchlist", watchlist);
    JsonObject spy = position("SPY", 12.5).put("options", JsonArray.of(option(-2.25)));
    JsonObject positions = JsonObject.of("positions", JsonArray.of(spy, position("QQQ", -100)));
    TAB.send("PUT", "/api/proxy/public/trading/positions", positions);
    TAB.openSignedIn("market?view=watchlist");
    JsonObject watched =
        TAB.run(
            """
            await until('watched', () => document.querySelector('tbody td'));
            return {cells: [...document.querySelectorAll('tbody td')].map(cell => cell.innerText)};
            """);
    assertEquals(ConsoleTab.HOSTILE, watched.getJsonArray("cells").getString(2));
    assertEquals(ConsoleTab.HOSTILE, watched.getJsonArray("cells").getString(4));
    TAB.sees(
        "{'total': '-89.75', 'rows': ['+12.50', '-2.25', '-100.00']}",
        """
        [...document.querySelectorAll('.views a')].find(link => link.innerText === 'Positions').click();
        await until('held', () => document.querySelectorAll('position-list tbody tr').length === 3);
        return {total: document.querySelector('position-list strong').innerText, rows:
          [...document.querySelectorAll('position-list tbody tr')].map(row => row.querySelector('td:nth-of-type(6)').innerText)};
        """);
  }

  private static JsonObject position(String symbol, double profit) {
    return JsonObject.of("symbol", symbol, "quantity", 3, "unrealizedProfit", profit);
  }

  private static JsonObject option(double profit) {
    return JsonObject.of("symbol", "SPY260116C00500000", "type", "call", "strike", 500)
        .put("expiration", "2026-01-16")
        .put("contracts", 1)
        .put("unrealizedProfit", profit);
  }

  private static void put(String symbol, String csv) {
    NODE.owner("PUT", DATA + symbol).body("text/csv", csv).expect(200);
  }

  /** Returns one-minute bars, starting in the year 2000. */
  private static String csv(int bars) {
    var csv = new StringBuilder("timeUtc,open,high,low,close,volume\n");
    for (int i = 0; i < bars; i++) {
      double price = 100 + i / 50 % 10;
      Instant time = Instant.parse("2000-01-01T00:00:00Z").plusSeconds(60L * i);
      csv.append(time + "," + price + "," + (price + 1) + "," + (price - 1))
          .append("," + (price + 0.5) + "," + i + "\n");
    }
    return csv.toString();
  }

  private static final int MAX_LIVE_ROWS = 300;

  @Test
  void showsLiveLogWithFilterAndGaps() throws Exception {
    log("info", "before");
    TAB.openSignedIn("market?view=log");
    TAB.run("await until('live', () => document.querySelector('.state.up'));");
    log("warn", ConsoleTab.HOSTILE);
    log("error", "live");
    JsonObject seen =
        TAB.run(
            """
            const texts = () => [...document.querySelectorAll('.log .text')].map(text => text.innerText);
            await until('live', () => texts().includes('live') && texts().includes('before'));
            const all = texts().filter(text => text !== 'stored');
            document.querySelector('input[name=type]').value = args[0];
            document.querySelector('input[name=type]').form.requestSubmit();
            await until('filtered', () => texts().length === 1);
            return {all, filtered: texts(), hash: location.hash};
            """,
            "warn");
    assertEquals(JsonArray.of("live", ConsoleTab.HOSTILE, "before"), seen.getJsonArray("all"));
    assertEquals(JsonArray.of(ConsoleTab.HOSTILE), seen.getJsonArray("filtered"));
    assertEquals("#/market?view=log&type=warn", seen.getString("hash"));
  }

  /** The test supplies the streams, because a real one omits events only when thousands arrive. */
  @Test
  void reportsOrFetchesSkippedEvents() throws Exception {
    TAB.openSignedIn("access");
    log("info", "stored");
    TAB.sees(
        "{'streams': 2}",
        """
        const streams = [];
        window.EventSource = class extends EventTarget {
          constructor(url) { super(); this.url = url; streams.push(this); setTimeout(() => this.onopen()); }
          close() {}
        };
        const gap = () => streams.at(-1).dispatchEvent(new MessageEvent('gap', {data: '{"skipped":12345}'}));
        location.hash = '#/market?view=log';
        await until('log', () => document.querySelector('bot-log .state.up'));
        gap();
        await until('mark', () => document.querySelector('.log li')?.innerText.includes('12,345 entries were omitted'));
        document.querySelector('.log li button').click();
        await until('latest', () => !document.querySelector('.log').innerText.includes('12,345'));
        location.hash = '#/notifications';
        await until('history', () => document.querySelector('notifications-page .state.up'));
        await fetch('/api/proxy/notify', {method: 'POST', headers: {'Content-Type': 'application/json',
          Authorization: `Bearer ${sessionStorage.getItem('gatehouse.token')}`}, body: '{"title":"left out","body":"of the stream"}'});
        gap();
        await until('fetched', () => document.querySelector('notifications-page tbody')?.innerText.includes('left out'));
        return {streams: streams.length};
        """);
  }

  /**
   * The test supplies the stream. It repeatedly sends the number of events that arrive in ten
   * seconds.
   */
  @Test
  void boundsRowsAndDrawsEachOnceDuringBursts() throws Exception {
    TAB.openSignedIn("access");
    TAB.run(
        """
        let stream;
        window.EventSource = class extends EventTarget {
          constructor() { super(); stream = this; setTimeout(() => this.onopen()); }
          close() {}
        };
        await go('market?view=log');
        await until('log', () => document.querySelector('bot-log .state.up'));
        const log = document.querySelector('bot-log');
        const seen = window.seen = {number: 0, added: 0, touched: 0, most: 0, kept: 0};
        const rows = nodes => [...nodes].filter(node => node.nodeName === 'LI').length;
        new MutationObserver(changes => changes.forEach(({target, addedNodes}) => {
          if (target.closest('.log li')) seen.touched++;
          else if (target.matches('.log')) seen.added += rows(addedNodes);
          seen.most = Math.max(seen.most, document.querySelectorAll('.log li').length);
          seen.kept = Math.max(seen.kept, log.rows.length + log.fresh.length);
        })).observe(log, {subtree: true, childList: true, attributes: true});
        const entry = number => ({_id: `e${number}`, LogMessage: {timeStamp: '2026-01-01T00:00:00Z', messageSource: `s${number % 7}`,
          messageType: 'info', localOperationName: '', message: `entry ${number}`}});
        window.burst = () => {
          for (let i = 0; i < 2000; i++) stream.onmessage({lastEventId: `${seen.number}`, data: JSON.stringify(entry(++seen.number))});
        };
        window.latest = () => document.querySelector('.log .text')?.innerText === `entry ${seen.number}`;
        """);
    String bursts =
        "for (let times = 0; times < args[0]; times++) { burst(); await until('the latest', latest); } return seen;";
    TAB.run(bursts, 1);
    JsonObject before = TAB.browser().counters();
    JsonObject seen = TAB.run(bursts, 4);
    JsonObject after = TAB.browser().counters();
    assertEquals(0, seen.getInteger("touched"), seen::encode);
    assertTrue(seen.getInteger("added") <= seen.getInteger("number"), seen::encode);
    assertTrue(seen.getInteger("most") <= MAX_LIVE_ROWS, seen::encode);
    assertTrue(seen.getInteger("kept") <= 2 * MAX_LIVE_ROWS, seen::encode);
    // Four times as many rows have been added and removed. The number of remaining rows varies a
    // little.
    assertTrue(after.getInteger("nodes") < before.getInteger("nodes") + 2_000, after::encode);
    assertTrue(
        after.getInteger("jsEventListeners") < before.getInteger("jsEventListeners") + 50,
        after::encode);
    TAB.sees(
        "{'drawn': 0}",
        """
        await press('Pause');
        const before = seen.added;
        burst();
        await until('how many wait', () => button('Resume (300 new)'));
        const drawn = seen.added - before;
        await press('Resume (300 new)');
        await until('the latest', latest);
        return {drawn};
        """);
  }

  private static void log(String level, String message) {
    TAB.send(
        "POST",
        "/api/proxy/bots/trading/logs",
        JsonObject.of(
            "timestamp", NODE.clock.instant().toString(), "level", level, "message", message));
  }
}
