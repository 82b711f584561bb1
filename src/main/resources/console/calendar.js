/**
 * Calendar: shows a week or a month of meetings, books and cancels meetings. Dates and times are in Eastern Time, as in the API.
 * @module
 */
import {html, nothing} from 'lit';
import {call, now, once, session} from './api.js';
import {counted, day, dayName, daysAfter, time} from './format.js';
import {Excerpt} from './lists.js';
import {Page, confirmed, fields, note, wanted} from './page.js';

const WEEK_DAYS = 7;
const MINUTE_MS = 60_000;
const LOCAL_DATE_TIME = 19;
const MONTH_DAYS = 42;
const MAX_IN_A_DAY = 3;

/** Hours that the week's grid always shows. */
const [FIRST_HOUR, LAST_HOUR] = [8, 18];

/** Narrower windows show the days of a week one below the other. */
const WIDE = matchMedia('(min-width: 70rem)');

class CalendarPage extends Page {
  static properties = {meetings: {state: true}, free: {state: true}};

  /** Paging of each weekday's meetings. */
  excerpts = Array.from({length: WEEK_DAYS}, () => new Excerpt(this));

  constructor() {
    super();
    /** @type {any[] | undefined} */
    this.meetings = undefined;
    /** First day of the loaded week. */
    this.week = '';
    this.free = [];
  }

  connectedCallback() {
    super.connectedCallback();
    WIDE.addEventListener('change', () => this.requestUpdate(), {signal: this.left.signal});
  }

  turn() {
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
    const reply = await call('GET', `/api/proxy/calendar/events?startDate=${start}&endDate=${end}`);
    if (place === `${this.first} ${this.month}`) this.meetings = reply.events;
  }

  render() {
    const {first, month} = this;
    return html`
      ${this.header('Calendar')}
      <nav aria-label="Period" class="weeks">${month ? this.months(first) : html`
        <a href="#/calendar?from=${daysAfter(first, -WEEK_DAYS)}">Previous week</a>
        <a href="#/calendar">Next seven days</a>
        <a href="#/calendar?from=${daysAfter(first, WEEK_DAYS)}">Next week</a>
        <a href="#/calendar?view=month&from=${first}">Month</a>`}</nav>
      <p class="quiet">All times are Eastern Time.${!month && WIDE.matches ? ' Click a free hour to book it.' : ''}</p>
      ${month ? this.monthGrid(first) : this.weekView(first)}
      ${this.form()}`;
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
    return (this.meetings ?? []).filter(meeting => day(new Date(meeting.start)) === date);
  }

  /** Returns the week as a grid of hours. */
  weekGrid(week) {
    const columns = week.map(date => ({date, excerpt: this.excerpts[new Date(date).getUTCDay()], all: this.of(date)}));
    const drawn = columns.map(({excerpt, all}) => excerpt.of(all));
    const hours = drawn.flat().filter(meeting => !meeting.isAllDay).map(meeting => hour(meeting));
    const [low, high] = [Math.min(FIRST_HOUR, ...hours), Math.max(LAST_HOUR, ...hours)];
    const rows = Array.from({length: high - low + 1}, (_, index) => low + index);
    const cell = (meetings, click) => html`<td @click=${click}>${meetings.length ? html`<ul class="list">${meetings.map(meeting => this.meeting(meeting))}</ul>` : nothing}</td>`;
    return html`<div class="scroll week" tabindex="0" role="group" aria-label="Week" aria-busy=${this.meetings === undefined && this.busy}><table class="hours">
      <thead><tr><th scope="col"><span class="unseen">Hour</span></th>${columns.map(({date}) => html`<th scope="col" id=${`day-${date}`}>${dayName(date)}</th>`)}</tr></thead>
      <tbody>${drawn.flat().some(meeting => meeting.isAllDay) ? html`<tr><th scope="row">All day</th>${drawn.map(meetings =>
        cell(meetings.filter(meeting => meeting.isAllDay), nothing))}</tr>` : nothing}
        ${rows.map(row => html`<tr><th scope="row">${`${row}`.padStart(2, '0')}:00</th>${drawn.map((meetings, index) =>
          cell(meetings.filter(meeting => !meeting.isAllDay && hour(meeting) === row), event => this.choose(event, week[index], row)))}</tr>`)}</tbody></table>
      ${columns.map(({excerpt, all}) => excerpt.further(all))}</div>`;
  }

  /** Enters a free hour of the grid into the form. */
  choose(event, date, row) {
    if (event.target !== event.currentTarget) return;
    const field = name => /** @type {HTMLInputElement} */ (this.querySelector(`[name=${name}]`));
    field('date').value = date;
    field('start').value = `${String(row).padStart(2, '0')}:00`;
    field('date').dispatchEvent(new Event('change', {bubbles: true}));
    this.querySelector('#book')?.scrollIntoView();
    field('title').focus();
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
    return html`<td class=${date.slice(0, 7) === first.slice(0, 7) ? '' : 'outside'}>
      <a href="#/calendar?from=${date}" aria-label=${dayName(date)} aria-current=${date === day(now()) ? 'date' : nothing}>${Number(date.slice(8))}</a>
      ${meetings.slice(0, MAX_IN_A_DAY).map(meeting => html`<p>${meeting.isAllDay ? '' : time(meeting.start)} ${meeting.title}</p>`)}
      ${meetings.length ? html`<span class="badge" aria-label=${counted(meetings.length, 'meeting')} role="img">${meetings.length}</span>` : nothing}
      ${meetings.length > MAX_IN_A_DAY ? html`<p class="quiet">and ${meetings.length - MAX_IN_A_DAY} more</p>` : nothing}</td>`;
  }

  day(date) {
    const meetings = this.of(date);
    const excerpt = this.excerpts[new Date(date).getUTCDay()];
    return html`<section aria-labelledby=${`day-${date}`}><h2 id=${`day-${date}`}>${dayName(date)}</h2>
      ${meetings.length ? html`<ul class="list">${excerpt.of(meetings).map(meeting => this.meeting(meeting))}</ul>${excerpt.further(meetings)}`
        : html`<p class="quiet" aria-busy=${this.meetings === undefined && this.busy}>${this.meetings ? 'Free' : ''}</p>`}</section>`;
  }

  meeting(meeting) {
    const when = meeting.isAllDay ? 'All day' : `${time(meeting.start)} – ${time(meeting.end)}`;
    return html`<li>${when}<br><strong>${meeting.title}</strong>
      ${meeting.attendees.length ? html`<br><span class="quiet">${meeting.attendees.map(guest => guest.email).join(', ')}</span>` : nothing}
      ${meeting.description ? html`<p class="text">${meeting.description}</p>` : nothing}
      ${session.role === 'operator' ? html`<br><button class="outline small" ?disabled=${this.busy}
        aria-label=${`Cancel ${meeting.title}`} @click=${() => this.cancel(meeting)}>Cancel</button>` : nothing}</li>`;
  }

  form() {
    return html`<section aria-labelledby="book"><h2 id="book">Book a meeting</h2>
      <gh-form draft="meeting"><form @submit=${event => this.book(event)}><div class="fields">
        <label>Title <input name="title" required maxlength="300" autocomplete="off"></label>
        <label>Date <input name="date" type="date" required @change=${event => this.lookFor(event.target.value)}></label>
        <label>Start time <input name="start" type="time" required list="free"></label>
        <datalist id="free">${this.free.map(slot => html`<option value=${slot}></option>`)}</datalist>
        <label>Duration in minutes <input name="minutes" type="number" required min="5" max="1440" value="60"></label>
        <label>Guest's email (optional) <input name="email" type="email" maxlength="254" autocomplete="off"></label>
        <label>Description (optional) <input name="description" maxlength="10000" autocomplete="off"></label></div>
        <button class="small" ?disabled=${this.busy}>Book meeting</button></form></gh-form></section>`;
  }

  /** Loads suggestions for the start time. If this fails, any time can still be entered. */
  async lookFor(date) {
    this.free = [];
    try {
      const {slots} = await call('POST', '/api/proxy/calendar/available-slots', {date});
      this.free = slots.map(slot => time(slot.start, 'en-GB'));
    } catch {
      this.free = [];
    }
  }

  async book(event) {
    event.preventDefault();
    const form = event.target;
    const {title, date, start, minutes, email, description} = fields(form);
    const end = new Date(Date.parse(`${date}T${start}:00Z`) + Number(minutes) * MINUTE_MS);
    const eventData = {
      title, description, attendeeEmail: email, startTime: `${date}T${start}:00`, endTime: end.toISOString().slice(0, LOCAL_DATE_TIME),
    };
    const booked = await this.attempt(async () => {
      await once('/api/proxy/calendar/create-event', {eventData});
    }, `Meeting booked for ${dayName(date)}.${email ? ' The guest will receive an invitation.' : ''}`);
    if (!booked) return;
    form.reset();
    note('pushState', 'calendar', {from: date});
    await this.arrive();
  }

  async cancel(meeting) {
    const guests = meeting.attendees.length ? ' Invited guests will be notified.' : '';
    if (!await confirmed(`Cancel “${meeting.title}”?${guests}`, 'Cancel meeting')) return;
    await this.attempt(() => call('DELETE', `/api/proxy/calendar/events/${encodeURIComponent(meeting.id)}`),
      'Meeting cancelled. The time slot is free again.', () => this.load());
  }
}

/** Returns the hour in Eastern Time at which a meeting starts. */
const hour = meeting => Number(time(meeting.start, 'en-GB').slice(0, 2));

/** Returns the first day of a month's grid, a Monday. */
function grid(date) {
  const first = `${date.slice(0, 8)}01`;
  return daysAfter(first, -((new Date(first).getUTCDay() + WEEK_DAYS - 1) % WEEK_DAYS));
}

const MONTH = new Intl.DateTimeFormat(undefined, {month: 'long', year: 'numeric', timeZone: 'UTC'});
const WEEKDAY = new Intl.DateTimeFormat(undefined, {weekday: 'short', timeZone: 'UTC'});
const monthName = date => MONTH.format(new Date(date));
const weekday = date => WEEKDAY.format(new Date(date));

customElements.define('calendar-page', CalendarPage);
