/**
 * Calendar: shows a week of meetings, books and cancels meetings. Dates and times are in Eastern Time, as in the API.
 * @module
 */
import {html, nothing} from 'lit';
import {call, now, once, session} from './api.js';
import {day, dayName, daysAfter, time} from './format.js';
import {Excerpt} from './lists.js';
import {Page, confirmed, fields, note, wanted} from './page.js';

const WEEK_DAYS = 7;
const MINUTE_MS = 60_000;
const LOCAL_DATE_TIME = 19;

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

  turn() {
    this.follow();
  }

  /** First day of the shown week, from the URL, so that the back button returns to the previous week. */
  get first() {
    const named = wanted().get('from') ?? '';
    return /^\d{4}-\d\d-\d\d$/.test(named) && Date.parse(named) ? named : day(now());
  }

  async load() {
    const first = this.first;
    if (first !== this.week) this.meetings = undefined;
    this.week = first;
    const reply = await call('GET', `/api/proxy/calendar/events?startDate=${first}&endDate=${daysAfter(first, WEEK_DAYS - 1)}`);
    if (first === this.first) this.meetings = reply.events;
  }

  render() {
    const first = this.first;
    const week = Array.from({length: WEEK_DAYS}, (_, index) => daysAfter(first, index));
    return html`
      ${this.header('Calendar')}
      <nav aria-label="Weeks" class="weeks"><a href="#/calendar?from=${daysAfter(first, -WEEK_DAYS)}">Previous week</a>
        <a href="#/calendar">Next seven days</a>
        <a href="#/calendar?from=${daysAfter(first, WEEK_DAYS)}">Next week</a></nav>
      <p class="quiet">All times are Eastern Time.</p>
      <div class="week">${week.map(date => this.day(date))}</div>
      ${this.form()}`;
  }

  day(date) {
    const meetings = (this.meetings ?? []).filter(meeting => day(new Date(meeting.start)) === date);
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

customElements.define('calendar-page', CalendarPage);
