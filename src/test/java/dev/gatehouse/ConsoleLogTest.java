package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.*;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The bot's log on the console's Market page, in a browser. */
@Tag("slow")
class ConsoleLogTest {
  private static final int MAX_LIVE_ROWS = 300;

  @RegisterExtension static final ConsoleTab TAB = new ConsoleTab();

  private static final TestNode NODE = TAB.node();

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
