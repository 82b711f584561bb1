/**
 * Calendar: shows a week or a month of meetings, books, moves and cancels meetings. Dates and times are in the owner's zone.
 * @module
 */
import {html, nothing} from 'lit';
import {call, now, once, pause, session} from './api.js';
import {counted, dates, day, dayName, daysAfter, isDay, moment, time, wall as local, ZONE, zoneName} from './format.js';
import {icon} from './icons.js';
import {Page, address, confirmed, fields, importing, note, undelete, wanted} from './page.js';
import {blocks, covers, hours, minutes, placed, timed, wall} from './weekgrid.js';
import './drawer.js';

const WEEK_DAYS = 7;
const MINUTE_MS = 60_000;
const LOCAL_DATE_TIME = 19;
const MONTH_DAYS = 42;
const MAX_IN_A_DAY = 3;
const MAX_IN_A_LIST = 50;
const HOUR_MINUTES = 60;
const LOOK_SECONDS = 60;
const NOTHING_CHOSEN = {date: '', start: '', minutes: 60};

/** Formats times of a wall clock, and the labels of the grid's rows. */
const TIME = dates({timeStyle: 'short', timeZone: 'UTC'});
const HOUR = dates({hour: 'numeric', timeZone: 'UTC'});

/** The block of a shorter meeting has one line. */
const LINE_MINUTES = 45;

/** The block of a longer meeting has room for its end. */
const SHORT_MINUTES = 60;

/** The block of a longer meeting always shows its buttons. */
const LONG_MINUTES = 150;

/** Hours that the week's grid always shows. */
const [FIRST_HOUR, LAST_HOUR] = [8, 18];

/** Narrower windows show the days of a week one below the other. */
const WIDE = matchMedia('(min-width: 70rem)');

class CalendarPage extends Page {
  static properties = {meetings: {state: true}, unread: {state: true}, free: {state: true}, opened: {state: true}, chosen: {state: true}, drawn: {state: true}, whole: {state: true}, dragging: {state: true}};

  constructor() {
    super();
    /** Meetings and busy times. @type {any[] | undefined} */
    this.meetings = undefined;
    /** Other calendars that could not be read. @type {any[]} */
    this.unread = [];
    /** First day of the loaded week. */
    this.week = '';
    this.free = [];
    /** The meeting in the drawer. @type {any} */
    this.opened = undefined;
    /** The time in the form that books a meeting. @type {{date: string, start: string, minutes: number}} */
    this.chosen = NOTHING_CHOSEN;
    /** The meeting that the pointer drags. @type {any} */
    this.dragged = undefined;
    /** Whether it is dragged over the grid, whose meetings then let it pass. */
    this.dragging = false;
    /** Hours from the start of the dragged meeting to the pointer. */
    this.grip = 0;
    /** Hours that the pointer selects. @type {{date: string, from: number, to: number} | undefined} */
    this.drawn = undefined;
    /** Days of which all meetings are shown. @type {string[]} */
    this.whole = [];
  }

  connectedCallback() {
    super.connectedCallback();
    const {signal} = this.left;
    WIDE.addEventListener('change', () => this.requestUpdate(), {signal});
    addEventListener('pointerup', () => this.drawEnd(), {signal});
    this.tick();
  }

  /** Moves the line of the current time. */
  async tick() {
    const {signal} = this.left;
    while (!signal.aborted) {
      await pause(LOOK_SECONDS, signal);
      this.requestUpdate();
    }
  }

  turn() {
    if (this.booking && !this.chosen.date) this.lookFor(this.first);
    this.follow();
  }

  get month() {
    return wanted().get('view') === 'month';
  }

  /** First day of the shown week, from the URL, so that the back button returns to the previous week. */
  get first() {
    const named = wanted().get('from') ?? '';
    return /^\d{4}-\d\d-\d\d$/.test(named) && Date.parse(named) ? named : day(now());
  }

  async load() {
    const {first, month} = this;
    const place = `${first} ${month}`;
    if (place !== this.week) this.meetings = undefined;
    this.week = place;
    const start = month ? grid(first) : first;
    const end = daysAfter(start, (month ? MONTH_DAYS : WEEK_DAYS) - 1);
    const days = `startDate=${start}&endDate=${end}`;
    const [{events}, {busy, calendars}] = await Promise.all([call('GET', `/api/proxy/calendar/events?${days}`),
      this.owner ? call('GET', `/api/proxy/calendar/busy?${days}`) : {busy: [], calendars: []}]);
    if (place !== `${this.first} ${this.month}`) return;
    this.meetings = [...events, ...busy.map(away)].map(timed).sort((one, other) => one.start.localeCompare(other.start));
    this.unread = calendars.filter(({problem}) => problem);
  }

  render() {
    const {first, month} = this;
    return html`
      ${this.header('Calendar', Boolean(this.opened) || this.booking)}
      ${this.owner ? html`<p class="actions"><a role="button" class="small" href=${address('calendar', {...Object.fromEntries(wanted()), add: 'new'})}>${icon('plus')} Book a meeting</a>
        <a role="button" class="outline small" href=${address('calendar', {...Object.fromEntries(wanted()), add: 'block'})}>Block a time</a></p>` : nothing}
      ${this.unread.map(({host, problem, readAt}) => html`<p class="problem" role="status">${icon('triangle-alert')} ${host} cannot be read: ${problem}. ${
        readAt ? `Its busy times are those of ${moment(readAt)}.` : 'Its busy times are unknown.'}</p>`)}
      <nav aria-label="Period" class="weeks">${month ? this.months(first) : html`
        <a href="#/calendar?from=${daysAfter(first, -WEEK_DAYS)}">Previous week</a>
        <a href="#/calendar">Next seven days</a>
        <a href="#/calendar?from=${daysAfter(first, WEEK_DAYS)}">Next week</a>
        <a href="#/calendar?view=month&from=${first}">Month</a>`}</nav>
      <p class="quiet">All times are in ${ZONE}.${!month && WIDE.matches ? ' Click a free hour to book it, or drag over several.' : ''}${
        this.owner && WIDE.matches ? ' Drag a meeting to move it.' : ''}</p>
      ${month ? this.monthGrid(first) : this.weekView(first)}
      ${this.booking ? this.form() : nothing}${this.opened ? this.details(this.opened) : nothing}`;
  }

  months(first) {
    const [year, month] = first.split('-').map(Number);
    const of = shift => new Date(Date.UTC(year, month - 1 + shift, 1)).toISOString().slice(0, 'yyyy-mm-dd'.length);
    return html`<a href="#/calendar?view=month&from=${of(-1)}">Previous month</a><a href="#/calendar?view=month">This month</a>
      <a href="#/calendar?view=month&from=${of(1)}">Next month</a><a href="#/calendar?from=${first}">Week</a>`;
  }

  weekView(first) {
    const week = Array.from({length: WEEK_DAYS}, (_, index) => daysAfter(first, index));
    return WIDE.matches ? this.weekGrid(week) : html`<div class="week">${week.map(date => this.day(date))}</div>`;
  }

  /** @param {string} date */
  of(date) {
    return (this.meetings ?? []).filter(meeting => covers(meeting, date));
  }

  get owner() {
    return session.role === 'operator';
  }

  /** Whether the form that books a meeting is open. */
  get booking() {
    return wanted().has('add');
  }

  /** Closes the form that books a meeting. */
  endBooking() {
    this.chosen = NOTHING_CHOSEN;
    note('replaceState', 'calendar', {...Object.fromEntries(wanted()), add: ''});
    this.requestUpdate();
  }

  /**
   * Returns the shown meetings of a day.
   * @param {string} date
   */
  shown(date) {
    const all = this.of(date);
    return this.whole.includes(date) ? all : all.slice(0, MAX_IN_A_LIST);
  }

  /** @param {string} date */
  further(date) {
    const count = this.of(date).length;
    return this.whole.includes(date) || count <= MAX_IN_A_LIST ? nothing : html`<p class="actions"><button class="secondary outline small"
      aria-label=${`Show more meetings of ${dayName(date)}`} @click=${() => { this.whole = [...this.whole, date]; }}>Show more: ${MAX_IN_A_LIST} of ${count}</button></p>`;
  }

  /** Returns the week as a grid of hours. The cell of the hour in which a meeting starts contains its block. */
  weekGrid(week) {
    const drawn = week.map(date => this.shown(date));
    const days = drawn.map((meetings, index) => blocks(meetings.filter(meeting => !meeting.isAllDay), week[index]));
    const [low, high] = hours(days.flat(), [FIRST_HOUR, LAST_HOUR]);
    const rows = Array.from({length: high - low + 1}, (_, index) => low + index);
    const list = items => (items.length ? html`<ul class="list">${items}</ul>` : nothing);
    const current = wall(now());
    return html`<div class="scroll week" tabindex="0" role="group" aria-label="Week" aria-busy=${this.meetings === undefined && this.busy}>
      <table class=${this.dragging ? 'hours dragging' : 'hours'}>
      <thead><tr><th scope="col"><abbr title=${ZONE}>${zoneName()}</abbr></th>${week.map(date => html`<th scope="col" id=${`day-${date}`}
        aria-current=${date === current.date ? 'date' : nothing}>${dayName(date)}</th>`)}</tr></thead>
      <tbody>${drawn.flat().some(meeting => meeting.isAllDay) ? html`<tr class="whole"><th scope="row">All day</th>${drawn.map(meetings => html`
        <td>${list(meetings.filter(meeting => meeting.isAllDay).map(meeting => this.meeting(meeting)))}</td>`)}</tr>` : nothing}
        ${rows.map(row => html`<tr><th scope="row">${HOUR.format(Date.UTC(2000, 0, 1, row))}</th>${week.map((date, index) => this.hour(date, row, html`${
          list(days[index].filter(({from}) => Math.floor(from / HOUR_MINUTES) === row).map(block => this.meeting(block.meeting, placed(block))))}${
          date === current.date && Math.floor(current.minute / HOUR_MINUTES) === row ? html`<span class="now" aria-hidden="true"
            .style=${`--at:${(current.minute % HOUR_MINUTES) / HOUR_MINUTES}`}></span>` : nothing}`))}</tr>`)}</tbody></table>
      ${week.map(date => this.further(date))}</div>`;
  }

  /** Returns a cell of the week: the pointer selects free hours in it, and drops meetings onto it. */
  hour(date, row, meetings) {
    const {drawn} = this;
    const selected = drawn !== undefined && drawn.date === date && between(row, drawn.from, drawn.to);
    const own = event => event.target === event.currentTarget;
    return html`<td class=${selected ? 'selected' : ''} @click=${event => { if (own(event)) this.choose(date, row, 1); }}
      @pointerdown=${event => { if (own(event) && event.pointerType === 'mouse') this.drawn = {date, from: row, to: row}; }}
      @pointerenter=${() => this.drawOver(date, row)}
      @dragover=${event => this.over(event)} @drop=${event => this.drop(event, date, row)}>${meetings}</td>`;
  }

  /** Extends the selected hours to the hour under the pointer, if it is on the same day. */
  drawOver(date, row) {
    const {drawn} = this;
    if (drawn && drawn.date === date) this.drawn = {...drawn, to: row};
  }

  /** Enters the hours that the pointer has selected into the form. A single hour is a click. */
  drawEnd() {
    const {drawn} = this;
    this.drawn = undefined;
    if (drawn && drawn.from !== drawn.to) this.choose(drawn.date, Math.min(drawn.from, drawn.to), Math.abs(drawn.to - drawn.from) + 1);
  }

  /**
   * Opens the form with a day, and with free hours of the grid.
   * @param {string} date
   * @param {number} [row]
   * @param {number} [hours]
   */
  choose(date, row, hours = 1) {
    if (!this.owner) return;
    this.chosen = {date, start: row === undefined ? '' : clock(row), minutes: hours * HOUR_MINUTES};
    note('pushState', 'calendar', {...Object.fromEntries(wanted()), add: 'new'});
    this.lookFor(date);
  }

  /** Begins to drag a meeting. The browser would end it if the page changed at once. */
  drag(event, meeting) {
    const {target, offsetY, dataTransfer} = event;
    // WebKit ends a drag without data.
    dataTransfer?.setData('text/plain', meeting.title);
    this.dragged = meeting;
    const rows = target.closest('.hours') ? Math.max(0, offsetY) / target.closest('tr').offsetHeight : 0;
    this.grip = Math.floor((meeting.begins.minute % HOUR_MINUTES) / HOUR_MINUTES + rows);
    setTimeout(() => { this.dragging = this.dragged !== undefined; });
  }

  dragEnd() {
    this.dragged = undefined;
    this.dragging = false;
  }

  /** Accepts a dragged meeting. */
  over(event) {
    if (this.dragged) event.preventDefault();
  }

  /**
   * Moves the dragged meeting to a day, and to an hour if there is one.
   * @param {Event} event
   * @param {string} date
   * @param {number} [row]
   */
  drop(event, date, row) {
    const {dragged: meeting, grip} = this;
    this.dragEnd();
    if (!meeting) return;
    event.preventDefault();
    const at = local(new Date(meeting.start)).clock;
    this.move(meeting, {date, start: row === undefined ? at : clock(Math.max(0, row - grip)).slice(0, 3) + at.slice(3), minutes: minutes(meeting)});
  }

  /**
   * Moves a meeting, after a question if it has a guest.
   * @param {any} meeting
   * @param {Times} to
   */
  async move(meeting, to) {
    const {date, clock: start} = local(new Date(meeting.start));
    const from = {date, start, minutes: minutes(meeting)};
    if (span(to).startTime === span(from).startTime && to.minutes === from.minutes) return;
    const when = `${dayName(to.date)}, ${TIME.format(Date.parse(`${to.date}T${to.start}Z`))}`;
    if (meeting.attendees.length && !await confirmed(`Move “${meeting.title}” to ${when}? The guest will be notified.`, 'Move meeting')) return;
    let {id} = meeting;
    const put = times => call('PUT', `/api/proxy/calendar/events/${encodeURIComponent(id)}`, span(times));
    const back = () => this.attempt(() => put(from), 'Meeting moved back.', () => this.load());
    const moved = await this.attempt(async () => { ({event: {id}} = await put(to)); }, `Meeting moved to ${when}.`, () => this.load(), back);
    if (moved) this.opened = undefined;
  }

  /** Returns the drawer with the details of a meeting, which can be moved there without a pointer. */
  details(meeting) {
    const {date} = local(new Date(meeting.start));
    return html`<gh-drawer @closed=${() => { this.opened = undefined; }}><dialog aria-labelledby="drawer"><article>
      <header><h2 id="drawer" tabindex="-1">${meeting.title}</h2>
        <button type="button" class="plain" data-close aria-label="Close">${icon('x')}</button></header>${this.happened()}
      <p>${dayName(date)}, ${meeting.isAllDay ? 'all day' : `${time(meeting.start)} – ${time(meeting.end)}`} <span class="quiet">${ZONE}</span></p>
      ${meeting.attendees.map(guest => html`<p><a href=${`mailto:${encodeURIComponent(guest.email)}`}>${guest.email}</a></p>`)}
      ${meeting.description ? html`<p class="text">${meeting.description}</p>` : nothing}
      ${meeting.busy ? this.release(meeting) : this.owner ? this.mover(meeting) : nothing}</article></dialog></gh-drawer>`;
  }

  /** Returns the button that releases a blocked time. Times of other calendars are changed there. */
  release(meeting) {
    return meeting.id ? html`<p class="actions"><button class="outline small" ?disabled=${this.busy} @click=${() => this.unblock(meeting)}>Release blocked time</button></p>`
      : html`<p class="quiet">This time is busy in your calendar at ${meeting.source}.</p>`;
  }

  mover(meeting) {
    return html`<p class="actions"><button class="outline small" ?disabled=${this.busy} @click=${() => this.cancel(meeting)}>Cancel meeting</button></p>
      ${meeting.isAllDay ? nothing : html`<form @submit=${event => { event.preventDefault(); const {date, start, length} = fields(event.target); this.move(meeting, {date, start, minutes: Number(length)}); }}>
        <label>New date <input name="date" type="date" required value=${day(new Date(meeting.start))}></label>
        <label>New start time <input name="start" type="time" required value=${local(new Date(meeting.start)).clock}></label>
        <label>New duration in minutes <input name="length" type="number" required min="5" max="527040" value=${minutes(meeting)}></label>
        <div class="actions"><button class="small" ?disabled=${this.busy}>Move meeting</button></div></form>`}`;
  }

  /** Returns a month as a grid of days, each with its first meetings. */
  monthGrid(first) {
    const start = grid(first);
    const weeks = Array.from({length: MONTH_DAYS / WEEK_DAYS}, (_, week) => Array.from({length: WEEK_DAYS}, (_, index) => daysAfter(start, week * WEEK_DAYS + index)));
    return html`<h2>${monthName(first)}</h2><div class="scroll" tabindex="0" role="group" aria-label="Month" aria-busy=${this.meetings === undefined && this.busy}>
      <table class="month">
      <thead><tr>${weeks[0].map(date => html`<th scope="col">${weekday(date)}</th>`)}</tr></thead>
      <tbody>${weeks.map(week => html`<tr>${week.map(date => this.monthDay(date, first))}</tr>`)}</tbody></table></div>`;
  }

  monthDay(date, first) {
    const meetings = this.of(date);
    return html`<td class=${date.slice(0, 7) === first.slice(0, 7) ? '' : 'outside'} @dragover=${event => this.over(event)} @drop=${event => this.drop(event, date)}>
      <a href="#/calendar?from=${date}" aria-label=${dayName(date)} aria-current=${date === day(now()) ? 'date' : nothing}>${Number(date.slice(8))}</a>
      ${meetings.slice(0, MAX_IN_A_DAY).map(meeting => html`
        <p draggable=${this.owner && !meeting.busy ? 'true' : 'false'} @dragstart=${event => this.drag(event, meeting)} @dragend=${() => this.dragEnd()}>
          <button type="button" class="plain open" @click=${() => { this.opened = meeting; }}>${
          meeting.isAllDay || meeting.begins.date < date ? '' : time(meeting.start)} ${meeting.title}</button></p>`)}
      ${meetings.length ? html`<span class="badge" aria-label=${counted(meetings.length, 'meeting')} role="img">${meetings.length}</span>` : nothing}
      ${meetings.length > MAX_IN_A_DAY ? html`<p class="quiet">and ${meetings.length - MAX_IN_A_DAY} more</p>` : nothing}</td>`;
  }

  day(date) {
    const meetings = this.shown(date);
    return html`<section aria-labelledby=${`day-${date}`}><h2 id=${`day-${date}`}>${dayName(date)}${this.owner ? html` <button class="plain" aria-label=${`Book on ${dayName(date)}`}
        @click=${() => this.choose(date)}>${icon('plus')}</button>` : nothing}</h2>
      ${meetings.length ? html`<ul class="list">${meetings.map(meeting => this.meeting(meeting))}</ul>${this.further(date)}`
        : html`<p class="quiet" aria-busy=${this.meetings === undefined && this.busy}>${this.meetings ? 'Free' : ''}</p>`}</section>`;
  }

  /**
   * @param {any} meeting
   * @param {string} [place] styles of a block in the grid of hours
   */
  meeting(meeting, place) {
    const length = minutes(meeting);
    const short = place && length <= SHORT_MINUTES;
    const when = meeting.isAllDay ? 'All day' : short ? time(meeting.start) : `${time(meeting.start)} – ${time(meeting.end)}`;
    const owner = this.owner && !meeting.busy;
    const kind = `block ${meeting.busy ? 'busy' : ''} ${length < LONG_MINUTES ? 'brief' : ''} ${length < LINE_MINUTES ? 'line' : ''}`;
    return html`<li class=${place ? kind : ''} .style=${place ?? ''} draggable=${owner && !meeting.isAllDay ? 'true' : 'false'} @dragstart=${event => this.drag(event, meeting)}
      @dragend=${() => this.dragEnd()}><button type="button" class="plain open" @click=${() => { this.opened = meeting; }}>${
        when}${short ? ' ' : html`<br>`}<strong dir="auto">${meeting.title}</strong></button>
      ${meeting.attendees.length ? html`<br><span class="quiet">${meeting.attendees.map(guest => guest.email).join(', ')}</span>` : nothing}
      ${meeting.description ? html`<p class="text">${meeting.description}</p>` : nothing}
      ${owner ? html`<p class="actions"><button class="secondary outline small" ?disabled=${this.busy} aria-label=${`Move ${meeting.title}`}
        @click=${() => { this.opened = meeting; }}>Move</button><button class="outline small" ?disabled=${this.busy}
        aria-label=${`Cancel ${meeting.title}`} @click=${() => this.cancel(meeting)}>Cancel</button></p>` : nothing}</li>`;
  }

  form() {
    const {start, minutes: length} = this.chosen;
    const date = this.chosen.date || this.first;
    const block = wanted().get('add') === 'block';
    return html`<gh-drawer @closed=${() => this.endBooking()}><dialog aria-labelledby="book"><article>
      <header><h2 id="book" tabindex="-1">${block ? 'Block a time' : 'Book a meeting'}</h2>
        <button type="button" class="plain" data-close aria-label="Close">${icon('x')}</button></header>${this.happened()}
      <gh-form draft=${`${block ? 'block' : 'meeting'} ${this.chosen.date} ${start}`.trim()}><form @submit=${event => (block ? this.block(event) : this.book(event))}><div class="fields">
        <label>Title <input name="title" dir="auto" required maxlength="300" autocomplete="off"></label>
        <label>Date <input name="date" type="date" required .value=${date} @change=${event => this.lookFor(event.target.value)}></label>
        <label>Start time <input name="start" type="time" required list="free" .value=${start}></label>
        <datalist id="free">${this.free.map(slot => html`<option value=${slot}></option>`)}</datalist>
        <label>Duration in minutes <input name="minutes" type="number" required min="5" max="1440" .value=${String(length)}></label>
        ${block ? nothing : html`<label>Guest's email (optional) <input name="email" type="email" maxlength="254" autocomplete="off"></label>
        <label>Description (optional) <input name="description" dir="auto" maxlength="10000" autocomplete="off"></label>`}</div>
        ${block ? html`<p class="quiet">${importing('calendar', 'Import the events of an .ics file')} instead.</p>` : nothing}
        <div class="actions"><button class="small" ?disabled=${this.busy}>${block ? 'Block time' : 'Book meeting'}</button></div></form></gh-form></article></dialog></gh-drawer>`;
  }

  /** Loads suggestions for the start time. If this fails, any time can still be entered. */
  async lookFor(date) {
    this.free = [];
    if (!isDay(date)) return;
    try {
      const {slots} = await call('POST', '/api/proxy/calendar/available-slots', {date});
      this.free = slots.map(slot => local(new Date(slot.start)).clock);
    } catch {
      this.free = [];
    }
  }

  async book(event) {
    event.preventDefault();
    const form = event.target;
    const {title, date, start, minutes: length, email, description} = fields(form);
    const eventData = {title, description, attendeeEmail: email, ...span({date, start, minutes: Number(length)})};
    const booked = await this.attempt(async () => {
      await once('/api/proxy/calendar/create-event', {eventData});
    }, `Meeting booked for ${dayName(date)}.${email ? ' The guest will receive an invitation.' : ''}`);
    if (!booked) return;
    form.reset();
    this.chosen = NOTHING_CHOSEN;
    note('pushState', 'calendar', {from: date});
    await this.arrive();
  }

  /** Blocks a time, which can overlap meetings. */
  async block(event) {
    event.preventDefault();
    const form = event.target;
    const {title, date, start, minutes: length} = fields(form);
    const blocked = await this.attempt(() => once('/api/proxy/calendar/busy', {title, ...span({date, start, minutes: Number(length)})}),
      `Time blocked on ${dayName(date)}.`);
    if (!blocked) return;
    form.reset();
    this.chosen = NOTHING_CHOSEN;
    note('pushState', 'calendar', {from: date});
    await this.arrive();
  }

  async unblock(meeting) {
    if (!await confirmed(`Release “${meeting.title}” with all its occurrences?`, 'Release blocked time')) return;
    const released = await this.attempt(() => call('DELETE', `/api/proxy/calendar/busy/${meeting.id}`), 'The time is free again.', () => this.load());
    if (released) this.opened = undefined;
  }

  async cancel(meeting) {
    const guests = meeting.attendees.length ? ' Invited guests will be notified.' : '';
    if (!await confirmed(`Cancel “${meeting.title}”?${guests}`, 'Cancel meeting')) return;
    const cancelled = await this.attempt(() => call('DELETE', `/api/proxy/calendar/events/${encodeURIComponent(meeting.id)}`),
      'Meeting cancelled. The time slot is free again.', () => this.load(),
      () => this.attempt(() => undelete(meeting.id), `“${meeting.title}” restored.`, () => this.load()));
    if (cancelled) this.opened = undefined;
  }
}

/** Returns a busy time in the form of a meeting. */
const away = time => ({...time, busy: true, title: time.title || `Busy (${time.source})`, description: '', attendees: []});

/** @typedef {{date: string, start: string, minutes: number}} Times date, time of the start and length of a meeting */

/**
 * Returns the start and end of a meeting in the owner's zone.
 * @param {Times} times
 */
function span({date, start, minutes: length}) {
  const end = new Date(Date.parse(`${date}T${start}:00Z`) + length * MINUTE_MS);
  return {startTime: `${date}T${start}:00`, endTime: end.toISOString().slice(0, LOCAL_DATE_TIME), timeZone: ZONE};
}

/** @param {number} row an hour */
const clock = row => `${String(row).padStart(2, '0')}:00`;

const between = (row, one, other) => row >= Math.min(one, other) && row <= Math.max(one, other);

/** Returns the first day of a month's grid, a Monday. */
function grid(date) {
  const first = `${date.slice(0, 8)}01`;
  return daysAfter(first, -((new Date(first).getUTCDay() + WEEK_DAYS - 1) % WEEK_DAYS));
}

const MONTH = dates({month: 'long', year: 'numeric', timeZone: 'UTC'});
const WEEKDAY = dates({weekday: 'short', timeZone: 'UTC'});
const monthName = date => MONTH.format(new Date(date));
const weekday = date => WEEKDAY.format(new Date(date));

customElements.define('calendar-page', CalendarPage);
