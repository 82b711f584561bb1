package dev.gatehouse;

import static dev.gatehouse.ConsoleTab.HOSTILE;
import static org.junit.jupiter.api.Assertions.*;

import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The console's calendar in a browser: booking, its grids of a week and a month. */
@Tag("slow")
class ConsoleCalendarTest {
  @RegisterExtension static final ConsoleTab TAB = new ConsoleTab();

  private static final TestNode NODE = TAB.node();

  @Test
  void staysOnNewPageWhileBookingCompletes() throws Exception {
    TAB.openSignedIn("calendar?add=new");
    TAB.sees(
        "{'booked': 201, 'hash': '#/site', 'shown': 'site-page'}",
        """
        let release;
        const held = new Promise(open => { release = open; });
        const real = window.fetch;
        let booked;
        window.fetch = async (path, options) => {
          if (!path.endsWith('/create-event')) return real(path, options);
          await held;
          const reply = await real(path, options);
          booked = reply.status;
          return reply;
        };
        await until('form', () => document.querySelector('main [name=title]'));
        type({title: 'Lunch', date: '2100-04-07', start: '07:30', minutes: '45'});
        const page = document.querySelector('calendar-page');
        page.querySelector('input[name=title]').form.requestSubmit();
        await until('under way', () => page.busy);
        await go('site');
        release();
        await until('booked', () => booked && !page.busy);
        return {booked, hash: location.hash, shown: document.querySelector('main > *').localName};
        """);
  }

  @Test
  void booksShowsAndCancelsAMeeting() throws Exception {
    TAB.openSignedIn("calendar?add=new");
    String week = "2100-03-01";
    TAB.run(
        """
        await until('form', () => document.querySelector('main [name=title]'));
        const type = (name, value) => { document.querySelector(`input[name=${name}]`).value = value; };
        type('title', args[0]);
        type('date', args[1]);
        type('start', '07:30');
        type('minutes', '45');
        document.querySelector('input[name=title]').form.requestSubmit();
        await until('booked', () => [...document.querySelectorAll('.week strong')].some(title => title.innerText === args[0]));
        """,
        HOSTILE,
        week);
    JsonObject booked =
        NODE.owner("GET", "/api/proxy/calendar/events?startDate=" + week + "&endDate=" + week)
            .send()
            .list("events")
            .getFirst();
    assertEquals("2100-03-01T12:30:00.000Z", booked.getString("start"));
    assertEquals("2100-03-01T13:15:00.000Z", booked.getString("end"));
    JsonObject after =
        TAB.run(
            """
            const cancels = () => document.querySelectorAll('.week button[aria-label^=Cancel]');
            const button = () => cancels()[0];
            const dialog = document.querySelector('dialog#question');
            const asked = async answer => {
              await until('idle', () => button() && !button().disabled);
              button().click();
              await until('question', () => dialog.open);
              dialog.querySelector(`button[value=${answer}]`).click();
              await until('answered', () => !dialog.open);
            };
            await asked('no');
            const kept = cancels().length;
            await asked('yes');
            await until('cancelled', () => !button());
            return {kept, hash: location.hash};
            """);
    assertEquals(1, after.getInteger("kept"));
    assertEquals("#/calendar?from=" + week, after.getString("hash"));
  }

  @Test
  void showsWeekAndMonthGridsAndBooksAFreeHour() throws Exception {
    TAB.book(HOSTILE, "2100-05-03", "15:00", "16:00");
    TAB.openSignedIn("today");
    TAB.browser().view(1440, 900, "light");
    TAB.sees(
        """
        {'days': 42, 'row': '3 PM', 'hash': '#/calendar?from=2100-05-03&add=new', 'date': '2100-05-05', 'start': '09:00',
         'focus': 'title'}
        """,
        """
        await go('calendar?view=month&from=2100-05-10');
        const cell = () => [...document.querySelectorAll('.month td')].find(one => one.querySelector('a').innerText === '3' && !one.matches('.outside'));
        await until('meeting', () => cell()?.innerText.includes('3:00 PM'));
        const days = document.querySelectorAll('.month td').length;
        cell().querySelector('a').click();
        await until('week', () => document.querySelector('.hours li'));
        const row = document.querySelector('.hours li').closest('tr').querySelector('th').innerText.replaceAll('\\u202f', ' ');
        document.querySelectorAll('.hours tbody tr')[1].querySelectorAll('td')[2].click();
        await until('form', () => document.activeElement.name === 'title');
        const field = name => document.querySelector(`main [name=${name}]`).value;
        return {days, row, hash: location.hash, date: field('date'), start: field('start'), focus: document.activeElement.name};
        """);
  }

  /** Overlapping meetings lie side by side. Clocks are set forward at 2 AM on March 14, 2100. */
  @Test
  void placesMeetingsOverTheirHours() throws Exception {
    place("Long", "2100-03-14T01:30:00", "2100-03-14T03:30:00");
    place("Night", "2100-03-14T23:00:00", "2100-03-15T00:30:00");
    place("Talk", "2100-03-16T09:00:00", "2100-03-16T11:15:00");
    place("Walk", "2100-03-16T12:00:00", "2100-03-16T12:10:00");
    TAB.openSignedIn("today");
    TAB.browser().view(1440, 900, "light");
    JsonObject seen =
        TAB.sees(
            """
            {'blocks': ['Night 0.0 0.5 1', 'Long 1.5 2.0 1', 'Talk 9.0 2.3 1', 'Walk 12.0 0.5 1', 'Night 23.0 1.0 1'], 'rows': 24}
            """,
            """
            await go('calendar?from=2100-03-14');
            await until('blocks', () => document.querySelectorAll('.block').length === 5);
            const head = document.querySelector('.hours tbody tr').getBoundingClientRect();
            const blocks = [...document.querySelectorAll('.block')].map(block => {
              const box = block.getBoundingClientRect();
              const cell = block.closest('td').getBoundingClientRect();
              const hours = (box.top - head.top) / 56;
              return `${block.querySelector('strong').innerText} ${hours.toFixed(1)} ${((box.height + 2) / 56).toFixed(1)} ${Math.round(cell.width / box.width)}`;
            });
            const button = name => [...document.querySelectorAll('.block')].find(block => block.innerText.includes(name)).querySelector('button');
            button('Talk').scrollIntoView({block: 'center'});
            const box = button('Talk').getBoundingClientRect();
            const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
            const touched = hit.closest('.block') ? hit.closest('button:not(.open)')?.innerText ?? 'block' : 'nothing';
            button('Walk').focus();
            const open = Math.round(document.querySelector('.block:focus-within').getBoundingClientRect().height);
            return {blocks, rows: document.querySelectorAll('.hours tbody tr').length, open, touched};
            """);
    assertEquals("block", seen.getString("touched"), "a finger meets no button that is hidden");
    assertTrue(seen.getInteger("open") > 40, seen::encode);
  }

  /** The local calendar refuses overlapping meetings. Calendars of others have them. */
  @Test
  void placesOverlappingMeetingsSideBySide() throws Exception {
    TAB.openSignedIn("today");
    TAB.browser().view(1440, 900, "light");
    TAB.sees(
        """
        {'blocks': ['A 0 5', 'B 5 5', 'C 5 5', 'D 0 10'], 'whole': [false, true, true, false, false, false, false]}
        """,
        """
        const event = (title, start, end, isAllDay = false) => ({id: title, title, description: null, start, end, isAllDay, attendees: []});
        const events = [event('Fair', '2100-05-18T04:00:00Z', '2100-05-20T04:00:00Z', true), event('A', '2100-05-18T14:00:00Z', '2100-05-18T16:00:00Z'),
          event('B', '2100-05-18T15:00:00Z', '2100-05-18T15:30:00Z'), event('C', '2100-05-18T15:45:00Z', '2100-05-18T17:00:00Z'),
          event('D', '2100-05-18T17:00:00Z', '2100-05-18T18:00:00Z')];
        const real = window.fetch;
        window.fetch = async (path, options) => (path.includes('/calendar/events?') ? new Response(JSON.stringify({success: true, events}),
          {headers: {'Content-Type': 'application/json'}}) : real(path, options));
        await go('calendar?from=2100-05-17');
        await until('blocks', () => document.querySelectorAll('.block').length === 4);
        const blocks = [...document.querySelectorAll('.block')].map(block => {
          const [box, cell] = [block.getBoundingClientRect(), block.closest('td').getBoundingClientRect()];
          return `${block.querySelector('strong').innerText} ${Math.round((box.left - cell.left) / cell.width * 10)} ${Math.round(box.width / cell.width * 10)}`;
        });
        return {blocks, whole: [...document.querySelectorAll('.whole td')].map(cell => cell.innerText.includes('Fair'))};
        """);
  }

  private static void place(String title, String from, String to) {
    JsonObject meeting = JsonObject.of("title", title, "startTime", from);
    JsonObject event = JsonObject.of("eventData", meeting.put("endTime", to));
    TAB.send("POST", "/api/proxy/calendar/create-event", event);
  }
}
