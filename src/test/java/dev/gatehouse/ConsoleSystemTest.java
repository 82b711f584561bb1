package dev.gatehouse;

import static dev.gatehouse.ConsoleTab.HOSTILE;
import static dev.gatehouse.EverydayTasks.mustTake;
import static org.junit.jupiter.api.Assertions.*;

import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The console's pages Log, Jobs, Integrations and Settings in a browser. */
@Tag("slow")
class ConsoleSystemTest {
  private static final Path BACKUPS = TestNode.folder("gatehouse-console-backups");

  private static final String TABLE =
      """
      const rows = () => [...document.querySelectorAll('.records tbody tr:not([aria-hidden])')].map(row => row.innerText);
      const named = (selector, text) => () => [...document.querySelectorAll(selector)].find(one => one.innerText.trim().includes(text));
      """;

  /** No server listens on the port of the code host. */
  @RegisterExtension
  static final ConsoleTab TAB =
      new ConsoleTab(
              new TestNode()
                  .with("CODEHOST_URL=http://127.0.0.1:1 CODEHOST_USER=ada CODEHOST_TOKEN=token")
                  .with("OWNER_EMAIL=ada@example.org SMTP_URL=smtp://127.0.0.1:1")
                  .with("MAIL_MAX_ATTEMPTS", "1")
                  .with("BACKUP_FOLDER", BACKUPS.toString()))
          .with(TABLE);

  private static final TestNode NODE = TAB.node();

  @BeforeAll
  static void log() {
    log("error", "of yesterday " + HOSTILE, Duration.ofDays(1));
    log("info", "all is well", Duration.ofDays(1));
    log("error", "of today", Duration.ZERO);
  }

  private static void log(String level, String message, Duration ago) {
    JsonObject entry = JsonObject.of("level", level, "message", message);
    entry.put("timestamp", NODE.clock.instant().minus(ago).toString());
    TAB.send("POST", "/api/proxy/bots/trading/logs", entry);
  }

  @Test
  void showsErrorsOfYesterdayInOneClick() throws Exception {
    TAB.openSignedIn("today");
    JsonObject seen =
        TAB.run(
            """
            await click('errors', named('a.stat', 'errors yesterday'));
            await until('one', () => rows().length === 1 && idle());
            return {text: rows()[0], clicks, hash: location.hash};
            """);
    assertTrue(seen.getString("text").contains("of yesterday " + HOSTILE), seen::encode);
    mustTake(1, "see yesterday's errors", seen);
    assertEquals("#/logs?level=error&period=yesterday", seen.getString("hash"));
  }

  @Test
  void searchesAndExportsTheLog() throws Exception {
    TAB.openSignedIn("today");
    JsonObject seen =
        TAB.sees(
            "{'message': '3 records exported.', 'lines': 4, 'found': '*all is well*'}",
            """
            let blob;
            URL.createObjectURL = saved => { blob = saved; return 'data:,'; };
            await click('log', () => document.querySelector('nav[aria-label=Pages] a[href="#/logs"]'));
            await until('three', () => rows().length === 3 && idle());
            const link = HTMLAnchorElement.prototype.click;
            HTMLAnchorElement.prototype.click = function () {};
            await click('export', named('.tools button', 'Export CSV'));
            const message = await said();
            HTMLAnchorElement.prototype.click = link;
            const search = document.querySelector('main input[type=search]');
            search.value = 'WELL all';
            search.dispatchEvent(new Event('input', {bubbles: true}));
            await until('one', () => rows().length === 1 && idle());
            return {message, clicks, lines: (await blob.text()).trim().split('\\r\\n').length, found: rows()[0]};
            """);
    mustTake(2, "export the log", seen);
  }

  @Test
  void reportsWhyAProviderFailsInOneClick() throws Exception {
    NODE.get("/api/proxy/codehost-stats");
    TAB.openSignedIn("today");
    JsonObject seen =
        TAB.sees(
            "{'first': '*failing since*', 'setting': '*GATEHOUSE_CODEHOST_TOKEN*'}",
            """
            await click('failing', named('a.stat', 'failing integrations'));
            const card = () => document.querySelector('#integration-codehost');
            await until('card', () => card());
            const first = document.querySelectorAll('.cards article')[1].innerText;
            card().querySelector('summary').click();
            card().querySelector('a').click();
            await until('setting', () => rows().length === 1 && idle());
            return {clicks, first, setting: rows()[0]};
            """);
    mustTake(1, "find out why a provider fails", seen);
    assertTrue(seen.getString("first").contains("\nConnection refused"), seen::encode);
  }

  @Test
  void leadsThroughTheSetup() throws Exception {
    TAB.openSignedIn("today");
    JsonObject seen =
        TAB.sees(
            "{'email': '*Correct smtp.url*', 'message': '*cannot be reached*', 'offered': false}",
            """
            await click('setup', named('main a', 'Open setup'));
            const card = title => [...document.querySelectorAll('setup-page article')]
              .find(one => one.querySelector('h2').innerText === title)?.innerText ?? '';
            await until('steps', () => card('Email') && idle());
            await click('checks', named('main button', 'Run checks'));
            await until('findings', () => card('Email').includes('smtp:') && idle());
            const email = card('Email');
            await click('send', named('main button', 'Send test email'));
            const message = await said();
            const lines = document.querySelector('setup-page .lines').textContent;
            await go('today');
            return {email, message, lines, offered: named('main a', 'Open setup')() !== undefined};
            """);
    assertTrue(seen.getString("email").startsWith("Email\n\ndone ada@example.org"), seen::encode);
    assertEquals("theme:\n  name: Ada Lovelace", seen.getString("lines"));
  }

  @Test
  void runsAJobAndHidesSecrets() throws Exception {
    TAB.openSignedIn("jobs?q=addProductKeys");
    TAB.sees(
        """
        {'message': 'The job commerce.addProductKeys has ended successfully.', 'code': '*(hidden)*'}
        """,
        """
        await until('job', () => rows().length === 1);
        await press('Run commerce.addProductKeys');
        const message = await said();
        await go('settings?q=access.permanentCode');
        const code = () => rows().find(row => row.startsWith('access.permanentCode'));
        await until('setting', () => code());
        return {message, code: code()};
        """);
  }

  @Test
  void backsUpAndVerifiesTheBackup() throws Exception {
    TAB.openSignedIn("backups");
    JsonObject seen =
        TAB.run(
            """
            const card = title => [...document.querySelectorAll('backups-page article')].find(one => one.querySelector('h2')?.innerText.includes(title))?.innerText ?? '';
            await press('Back up now');
            await until('backed up', () => card('Schedule').includes('Completed at') && idle());
            await press('Verify now');
            await until('verified', () => card('Verification').includes('no faults in') && idle());
            return {last: card('Last backup'), verified: card('Verification')};
            """);
    assertTrue(seen.getString("last").contains("Stored in " + BACKUPS), seen::encode);
    assertTrue(seen.getString("verified").contains("no faults in"), seen::encode);
  }

  @Test
  void retriesUndeliveredEmails() throws Exception {
    JsonObject form = JsonObject.of("subject", HOSTILE, "body", "b");
    TAB.send("POST", "/api/proxy/hire/send", form);
    String outbox = "/api/proxy/email/outbox?state=";
    Waiting.until(() -> total(outbox + "dead") == 1);
    TAB.openSignedIn("emails");
    TAB.sees(
        "{'text': '*1 attempt*', 'message': '1 email queued for retry.'}",
        """
        await until('dead', () => rows().length === 1);
        const [text] = rows();
        document.querySelector('.records tbody input').click();
        await until('selected', () => named('.bulk button', 'Retry')());
        named('.bulk button', 'Retry')().click();
        return {text, message: await said()};
        """);
  }

  @Test
  void previewsEmailsWithTheirStyles() throws Exception {
    TAB.openSignedIn("emails");
    JsonObject seen =
        TAB.sees(
            "{'radius': '12px', 'rules': 3}",
            """
            document.querySelector('emails-page > details summary').click();
            const kinds = () => document.querySelector('emails-page > details select');
            await until('kinds', () => kinds());
            const select = kinds();
            select.value = 'order-paid';
            select.dispatchEvent(new Event('change', {bubbles: true}));
            const email = () => document.querySelector('iframe.preview').contentDocument;
            const card = () => email()?.querySelector('.card');
            const state = () => `${email()?.URL} ${email()?.documentElement.outerHTML.slice(0, 400)}`;
            await until(state, () => idle() && email()?.title.includes('is confirmed') && card()?.style.padding);
            const style = email().defaultView.getComputedStyle(card());
            return {
              kinds: select.options.length, radius: style.borderRadius,
              rules: email().adoptedStyleSheets[0].cssRules.length, height: document.querySelector('iframe.preview').offsetHeight,
              text: document.querySelector('emails-page pre').textContent,
            };
            """);
    assertTrue(seen.getInteger("kinds") > 20, seen::encode);
    assertTrue(seen.getInteger("height") > 400, seen::encode);
    assertTrue(seen.getString("text").length() > 100, seen::encode);
  }

  private static int total(String path) {
    return TAB.owner("GET", path).send().json().getJsonObject("pagination").getInteger("total");
  }

  @Test
  void revokesASessionOfAnotherBrowser() throws Exception {
    String other = NODE.token(TestNode.CODE);
    TAB.openSignedIn("access?view=sessions");
    TAB.sees(
        "{'message': '1 session revoked.', 'removed': 1}",
        """
        await until('both', () => rows().length > 1 && rows().some(row => row.includes('this session')));
        const before = rows().length;
        await click('revoke', () => [...document.querySelectorAll('.records button')].find(one => one.innerText === 'Revoke'));
        await answer('yes');
        const message = await said();
        return {message, removed: before - rows().length};
        """);
    assertEquals(403, NODE.request("GET", "/deployment/info").token(other).send().status());
  }

  @Test
  void showsTheTrafficOfADay() throws Exception {
    TAB.owner("POST", "/api/proxy/node/jobs/node.recordTraffic/run").send();
    TAB.openSignedIn("traffic");
    JsonObject seen =
        TAB.run(
            """
            const count = () => document.querySelectorAll('traffic-page rect').length;
            await until('hours', () => document.querySelector('traffic-page .stat-value'));
            const requests = Number(document.querySelector('traffic-page .stat-value').innerText.replaceAll(',', ''));
            const operations = document.querySelectorAll('traffic-page tbody tr').length;
            [...document.querySelectorAll('.chip')].find(one => one.innerText === 'Last 30 days').click();
            await until('days', () => location.hash === '#/traffic?period=month' && document.querySelector('traffic-page .stat-value') && idle());
            return {requests, operations, bars: count()};
            """);
    assertTrue(seen.getInteger("requests") > 0, seen::encode);
    assertTrue(seen.getInteger("operations") > 0, seen::encode);
    assertTrue(seen.getInteger("bars") > 0, seen::encode);
  }
}
