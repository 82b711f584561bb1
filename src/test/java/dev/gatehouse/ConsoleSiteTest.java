package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.*;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The console's Site page in a browser: links, short URLs, deployments, the code host. */
@Tag("slow")
class ConsoleSiteTest {
  @RegisterExtension static final ConsoleTab TAB = new ConsoleTab();

  private static final TestNode NODE = TAB.node();

  @Test
  void addsEditsAndDeletesALink() throws Exception {
    TAB.openSignedIn("site?add=new");
    TAB.run(
        """
        await until('form', () => document.querySelector('#link input'));
        type({title: args[0], url: 'https://example.org/', description: args[0], tags: 'one, <b>two</b>'});
        document.querySelector('#link').requestSubmit();
        const change = () => document.querySelector('link-list .records tbody [aria-label^=Edit]');
        await until('listed', () => change() && !change().disabled && document.querySelector('.done'));
        change().click();
        await until('form', () => document.querySelector('#drawer')?.innerText.startsWith('Edit'));
        type({title: 'Changed', category: 'charity'});
        document.querySelector('#link').requestSubmit();
        await until('changed', () => document.querySelector('.records tbody a')?.innerText === 'Changed');
        """,
        ConsoleTab.HOSTILE);
    JsonArray links = new JsonArray(NODE.get("/api/proxy/hyperlinks").text());
    assertEquals(1, links.size());
    assertEquals("charity", links.getJsonObject(0).getString("category"));
    assertEquals(ConsoleTab.HOSTILE, links.getJsonObject(0).getString("description"));
    assertEquals(JsonArray.of("one", "<b>two</b>"), links.getJsonObject(0).getJsonArray("tags"));
    TAB.pressAndAnswer("Delete Changed", "yes");
    TAB.run("await until('gone', () => !document.querySelector('.records'));");
    assertEquals("[]", NODE.get("/api/proxy/hyperlinks").text());
  }

  @Test
  void movesLinksByDragAndKeyboard() throws Exception {
    for (String title : List.of("One", "Two", "Three")) {
      String url = "https://example.org/" + title;
      JsonObject link = JsonObject.of("url", url, "title", title, "category", "personal");
      TAB.send("POST", "/api/proxy/hyperlinks", link);
    }
    TAB.openSignedIn("site");
    TAB.sees(
        "{'accepted': true}",
        """
        const grip = title => document.querySelector(`[aria-label="Move ${title}"]`);
        const shown = () => [...document.querySelectorAll('.records tbody tr a')].map(link => link.innerText).join();
        await until('listed', () => grip('Three'));
        const carried = new DataTransfer();
        const event = name => new DragEvent(name, {dataTransfer: carried, bubbles: true, cancelable: true});
        grip('Three').dispatchEvent(event('dragstart'));
        const first = document.querySelector('.records tbody tr');
        const over = event('dragover');
        first.dispatchEvent(over);
        first.dispatchEvent(event('drop'));
        await until('dragged', () => shown() === 'Three,One,Two' && idle());
        grip('Three').focus();
        document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowDown', bubbles: true}));
        await until('moved', () => shown() === 'One,Three,Two' && document.activeElement === grip('Three'));
        return {accepted: over.defaultPrevented};
        """);
    List<JsonObject> links = NODE.get("/api/proxy/hyperlinks").list();
    List<String> order = links.stream().map(link -> link.getString("title")).toList();
    assertEquals(List.of("One", "Three", "Two"), order);
    for (JsonObject link : links) {
      TAB.owner("DELETE", "/api/proxy/hyperlinks/" + link.getString("_id")).send();
    }
  }

  @Test
  void changesWhereAShortUrlLeads() throws Exception {
    TAB.owner("POST", "/api/proxy/redirects")
        .json(new JsonObject().put("key", "poster/2026").put("url", "https://example.org/old"))
        .send();
    TAB.openSignedIn("site?view=short");
    TAB.run(
        """
        const edit = () => document.querySelector('[aria-label="Edit poster/2026"]');
        await until('listed', () => edit());
        edit().click();
        await until('form', () => document.querySelector('#drawer')?.innerText === 'Edit /r/poster/2026');
        type({url: 'https://example.org/new'});
        document.querySelector('short-urls gh-form form').requestSubmit();
        await until('changed', () => [...document.querySelectorAll('.records a')].some(link => link.href === 'https://example.org/new'));
        """);
    assertEquals("https://example.org/new", NODE.get("/r/poster/2026").header("Location"));
    TAB.owner("DELETE", "/api/proxy/redirects/poster%2F2026").send();
  }

  @Test
  void createsFollowsCountsAndDeletesAShortUrl() throws Exception {
    TAB.openSignedIn("site?view=short&add=new");
    TAB.sees(
        "{'shortUrl': '*/r/of-the-console'}",
        """
        await until('form', () => document.querySelector('short-urls gh-form form'));
        type({key: 'of-the-console', url: 'https://example.org/far', description: args[0]});
        document.querySelector('short-urls gh-form form').requestSubmit();
        await until('made', () => document.querySelector('code.secret'));
        return {shortUrl: document.querySelector('code.secret').innerText};
        """,
        ConsoleTab.HOSTILE);
    assertEquals(
        302,
        NODE.request("GET", "/r/of-the-console")
            .header("User-Agent", "Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0")
            .send()
            .status());
    JsonObject seen =
        TAB.run(
            """
            location.hash = '#/site';
            await until('links', () => document.querySelector('link-list'));
            history.back();
            await until('clicks', () => document.querySelector('short-urls .records .state'));
            return {clicks: document.querySelector('.records .state').innerText, text: document.querySelector('.records .text').innerText};
            """);
    assertEquals("1 click", seen.getString("clicks"));
    assertEquals(ConsoleTab.HOSTILE, seen.getString("text"));
    TAB.pressAndAnswer("Delete of-the-console", "yes");
    TAB.run("await until('gone', () => !document.querySelector('.records'));");
    assertEquals(404, NODE.get("/r/of-the-console").status());
  }

  @Test
  void removesAServiceAndReportsMissingSettings() throws Exception {
    NODE.owner("POST", "/deployment/register-ip")
        .json(JsonObject.of("service", "bot", "ip", "198.51.100.9"))
        .send();
    TAB.openSignedIn("site?view=hosting");
    TAB.sees(
        "{'deployments': '*hosting.vercelToken*'}",
        """
        await until('reported', () => document.querySelector('[aria-labelledby=deployments] p'));
        await until('services', () => document.querySelector('[aria-labelledby=services] li'));
        return {deployments: document.querySelector('[aria-labelledby=deployments] p').innerText};
        """);
    TAB.pressAndAnswer("Remove bot", "yes");
    TAB.run("await until('gone', () => !document.querySelector('[aria-labelledby=services] li'));");
    JsonObject left = NODE.owner("GET", "/deployment/services").send().json();
    assertEquals(0, left.getJsonArray("services").size());
  }

  /** A browser logs each reply with an error status. */
  @Test
  void sendsNoRequestsToProvidersThatAreOff() throws Exception {
    TAB.openSignedIn("site?view=code");
    TAB.sees(
        """
        {'code': '*codehost.token*', 'hosting': '*hosting.vercelToken*', 'players': '*blockgame.serverDir*',
         'operators': '*blockgame.serverDir*'}
        """,
        """
        const said = async element => {
          await until(element, () => document.querySelector(`${element} gh-empty p`) && idle());
          return document.querySelector(`${element} gh-empty p`).innerText;
        };
        const code = await said('code-host');
        await go('site?view=hosting');
        const hosting = await said('site-hosting');
        await go('games');
        const players = await said('game-whitelist');
        await go('games?view=operators');
        return {code, hosting, players, operators: await said('game-operators')};
        """);
    assertEquals(List.of(), TAB.browser().console());
  }

  /** The test supplies the code host's replies. */
  @Test
  void showsCodeHostDataAsText() throws Exception {
    TAB.openSignedIn("access");
    JsonObject seen =
        TAB.run(
            """
            const issue = {number: 1, title: args[0], state: 'open', html_url: 'javascript:window.pwned=1', updated_at: '2026-01-01T00:00:00Z', pull_request: false};
            const replies = {
              stats: {stats: [{name: args[0], value: 70.5, color: '#b07219'}, {name: 'Java', value: 29.5, color: '#123456'}], public_repos: 2, followers: 3, following: 4},
              'recent-repos': {repositories: [{full_name: args[0], html_url: 'https://example.org', language: null, stargazers_count: 1, pushed_at: null, description: args[0]}]},
              issues: {issues_by_repository: {[args[0]]: {issues: [issue, {...issue, state: 'closed'}]}}, summary: {incomplete: true}},
              prs: {pull_requests: []},
              'stale-branches': {branches: [{branch: args[0], repository: 'a/b', daysStale: 100, author: null, html_url: 'https://example.org'}]},
            };
            const real = window.fetch;
            const integrations = [{name: 'codehost', state: 'unused', configured: true}];
            const reply = path => (path.endsWith('/integrations') ? {integrations} : replies[path.slice('/api/proxy/codehost-'.length)]);
            window.fetch = (path, options) => (reply(path) ? Promise.resolve(Response.json(reply(path))) : real(path, options));
            location.hash = '#/site?view=code';
            await until('reported', () => document.querySelectorAll('code-host .list li').length === 3);
            return {titles: [...document.querySelectorAll('code-host .list a')].map(link => link.innerText),
              links: [...document.querySelectorAll('code-host .list a')].map(link => link.getAttribute('href'))};
            """,
            ConsoleTab.HOSTILE);
    String hostile = ConsoleTab.HOSTILE;
    assertEquals(JsonArray.of(hostile, hostile, hostile), seen.getJsonArray("titles"));
    JsonArray links = seen.getJsonArray("links");
    assertEquals(
        1, links.stream().filter(link -> link == null).count(), "a script is no web address");
  }
}
