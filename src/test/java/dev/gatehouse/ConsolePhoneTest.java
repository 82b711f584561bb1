package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every page of the console on a touch screen, and in a window at 200 and 400 %: the menu reaches
 * all pages, nothing is wider than the window, the focus is visible, targets have 24 pixels, and
 * tables can be sorted and selected.
 */
@Tag("slow")
class ConsolePhoneTest {
  /** Statements that add the faults of the open page to {@code faults}. */
  private static final String FAULTS =
      """
      const clipped = one => {
        for (let at = one; at; at = at.parentElement) if (getComputedStyle(at).clipPath !== 'none') return true;
        return false;
      };
      const shown = one => one.checkVisibility({visibilityProperty: true, opacityProperty: true}) && !one.closest('[inert]');
      const controls = [...document.querySelectorAll('main :is(a[href], button, input, select, textarea, summary), nav.bottom :is(a, button)')]
        .filter(one => shown(one) && !one.disabled);
      for (const one of controls) {
        one.focus();
        const {width, height} = one.getBoundingClientRect();
        const name = `${place}: ${one.ariaLabel ?? one.innerText} ${one.localName}`;
        if (document.activeElement === one && (clipped(one) || width < 2 || height < 2)) faults.push(`${name} is hidden`);
        const inText = one.localName === 'a' && one.getAttribute('role') !== 'button' && !one.closest('nav');
        if (!inText && one.type !== 'range' && Math.min(width, height) < 23.5) faults.push(`${name} has ${width.toFixed()} x ${height.toFixed()} pixels`);
      }
      const {scrollWidth, clientWidth} = document.documentElement;
      if (scrollWidth > clientWidth) faults.push(`${place}: ${scrollWidth} pixels wide`);
      """;

  @RegisterExtension static final ConsoleTab TAB = new ConsoleTab();

  @BeforeAll
  static void fill() {
    for (String name : List.of("Anvil", "Bell")) {
      JsonObject product = JsonObject.of("name", name, "price", 3);
      TAB.send("POST", "/api/proxy/products", product.put("stock", JsonObject.of("M", 1)));
    }
    JsonObject link = new JsonObject().put("title", "A link").put("url", "https://example.org");
    TAB.send("POST", "/api/proxy/hyperlinks", link.put("category", "personal"));
    TAB.book("A meeting", "2100-03-01", "12:00", "12:30");
  }

  /** A window of 1,280 x 900 has 640 x 450 pixels at 200 %, and 320 x 225 at 400 %. */
  @ParameterizedTest
  @CsvSource({"390, 844, true", "640, 450, false", "320, 225, false"})
  void showsEveryPage(int width, int height, boolean touch) throws Exception {
    view(width, height, touch);
    TAB.openSignedIn("today");
    JsonObject seen =
        TAB.run(
            """
            const faults = [];
            const places = [...document.querySelectorAll('nav[aria-label=Pages] a')].map(link => link.hash.slice(2));
            for (const place of [...places, 'calendar?from=2100-03-01', 'calendar?view=month&from=2100-03-01', 'commerce?add=new', 'access?add=new']) {
              await go(place);
              for (const link of document.querySelectorAll('main nav[aria-label=Views] a')) {
                if (!places.includes(link.hash.slice(2))) places.push(link.hash.slice(2));
              }
              document.querySelectorAll('details.folded').forEach(one => { one.open = true; });
              await new Promise(drawn => setTimeout(drawn, 20));
              %s
            }
            return {faults, count: places.length};
            """
                .formatted(FAULTS));
    assertEquals(
        "",
        seen.getJsonArray("faults").stream()
            .map(Object::toString)
            .collect(Collectors.joining("\n")));
  }

  @ParameterizedTest
  @CsvSource({"390, 844", "844, 390", "640, 450"})
  void reachesEveryPageByTheMenu(int width, int height) throws Exception {
    view(width, height, true);
    TAB.openSignedIn("today");
    JsonObject seen =
        TAB.run(
            """
            const menu = document.querySelector('.bottom [aria-expanded]');
            menu.click();
            await until('the menu', () => document.activeElement.closest('.side'));
            const links = [...document.querySelectorAll('.side a')];
            const missed = links.filter(link => {
              link.scrollIntoView({block: 'nearest'});
              const {left, top, width, height} = link.getBoundingClientRect();
              return !link.contains(document.elementFromPoint(left + width / 2, top + height / 2));
            }).map(link => link.innerText);
            document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true, cancelable: true}));
            await until('closed', () => document.activeElement === menu && menu.ariaExpanded === 'false');
            return {missed};
            """);
    assertEquals(new JsonArray(), seen.getJsonArray("missed"));
  }

  @Test
  void sortsAndSelectsATable() throws Exception {
    view(390, 844, true);
    TAB.openSignedIn("commerce");
    TAB.sees(
        "{'hash': '#/commerce?sort=name', 'selected': '2 selected'}",
        """
        document.querySelector('details.folded summary').click();
        const order = [...document.querySelectorAll('.folded select')].find(one => one.value === '-created');
        order.value = 'name';
        order.dispatchEvent(new Event('change', {bubbles: true}));
        await until('by name', () => titles()[0] === 'Anvil' && idle());
        document.querySelector('[aria-label="Select all rows"]').click();
        await until('selected', () => document.querySelector('.bulk'));
        return {hash: location.hash, selected: document.querySelector('.bulk strong').innerText};
        """);
  }

  @Test
  void keepsThePlaceAndTheActionsOfALongTable() throws Exception {
    for (int i = 0; i < 24; i++) {
      JsonObject link = JsonObject.of("title", "Link " + i, "category", "personal");
      TAB.send("POST", "/api/proxy/hyperlinks", link.put("url", "https://example.org/" + i));
    }
    view(390, 844, true);
    TAB.openSignedIn("site?size=10");
    TAB.sees(
        "{'actions': true, 'before': 400, 'other': 0}",
        """
        const inside = one => { const {top, bottom} = one.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight; };
        await until('ten', () => document.querySelectorAll('.records tbody tr').length === 10);
        const last = [...document.querySelectorAll('td.check input')].at(-1);
        last.scrollIntoView();
        last.click();
        await until('selected', () => document.querySelector('.bulk'));
        const actions = inside(document.querySelector('.bulk'));
        await press('Clear selection');
        await until('no selection', () => !document.querySelector('.bulk'));
        scrollTo(0, 400);
        await new Promise(drawn => requestAnimationFrame(() => setTimeout(drawn)));
        const before = scrollY;
        await go('today');
        const other = scrollY;
        history.back();
        await loaded('site-page');
        await until('the place', () => Math.abs(scrollY - before) < 2);
        document.querySelector('[aria-label="Next page"]').click();
        await until('the next page', () => location.hash.includes('skip=10') && idle());
        await until('its first row', () => inside(document.querySelector('.records tbody tr')));
        return {actions, before, other};
        """);
  }

  @Test
  void completesAnAddressAndClearsTheLastMessage() throws Exception {
    view(390, 500, true);
    TAB.openSignedIn("site");
    TAB.sees(
        "{'within': true, 'url': 'https://example.org/short', 'done': 'Link “Short” added.'}",
        """
        const add = () => [...document.querySelectorAll('main a')].find(one => one.innerText.trim() === 'Add link').click();
        const inside = one => one.getBoundingClientRect().bottom <= innerHeight;
        add();
        await until('the form', () => document.querySelector('.drawer form'));
        const within = inside(document.querySelector('.drawer form button.small'));
        type({title: 'Short', url: 'example.org/short'});
        document.querySelector('[name=url]').dispatchEvent(new Event('change', {bubbles: true}));
        const url = document.querySelector('[name=url]').value;
        document.querySelector('.drawer form').requestSubmit();
        const done = await said();
        add();
        await until('the form again', () => document.querySelector('.drawer form'));
        await until('no message', () => !document.querySelector('.toast'));
        return {within, url, done};
        """);
  }

  @Test
  void closesADrawerWithTheBackButton() throws Exception {
    view(390, 844, true);
    TAB.openSignedIn("calendar?from=2100-03-01");
    TAB.sees(
        "{'hash': '#/calendar?from=2100-03-01', 'more': 0}",
        """
        const open = async () => {
          document.querySelector('button.open').click();
          await until('the drawer', () => document.querySelector('dialog.drawer'));
        };
        await open();
        history.back();
        await until('closed', () => !document.querySelector('dialog.drawer'));
        const hash = location.hash;
        await open();
        const entries = history.length;
        const back = new Promise(done => addEventListener('popstate', done, {once: true}));
        document.querySelector('.drawer [data-close]').click();
        await back;
        await until('closed again', () => !document.querySelector('dialog.drawer'));
        await open();
        return {hash, more: history.length - entries};
        """);
  }

  private static void view(int width, int height, boolean touch) throws IOException {
    JsonObject metrics = JsonObject.of("width", width, "height", height, "deviceScaleFactor", 2);
    TAB.browser().devTools("Emulation.setDeviceMetricsOverride", metrics.put("mobile", touch));
    TAB.browser().devTools("Emulation.setTouchEmulationEnabled", JsonObject.of("enabled", touch));
  }
}
