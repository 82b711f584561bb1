/**
 * Times, numbers and words as the reader's browser writes them. Days and hours of meetings are the owner's, Eastern Time.
 * @module
 */

const EASTERN = 'America/New_York';
const DAY_MS = 86_400_000;
const DATE = 10;
const MOMENT = new Intl.DateTimeFormat(undefined, {dateStyle: 'medium', timeStyle: 'short'});
const DAY = new Intl.DateTimeFormat(undefined, {weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC'});
const EASTERN_DAY = new Intl.DateTimeFormat('en-CA', {timeZone: EASTERN, year: 'numeric', month: '2-digit', day: '2-digit'});
const NUMBER = new Intl.NumberFormat();

/** @param {string | null} iso */
export const moment = iso => (iso === null ? 'for good' : MOMENT.format(new Date(iso)));

/**
 * The Eastern hour of a moment.
 * @param {string} iso
 * @param {string} [locale] the reader's if absent
 */
export const time = (iso, locale) => new Intl.DateTimeFormat(locale, {timeStyle: 'short', timeZone: EASTERN}).format(new Date(iso));

/**
 * The Eastern day of a moment, as the API takes it: 2026-12-01.
 * @param {Date} date
 */
export const day = date => EASTERN_DAY.format(date);

/**
 * @param {string} date 2026-12-01
 * @param {number} days
 */
export const daysAfter = (date, days) => new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, DATE);

/** @param {string} date 2026-12-01 */
export const dayName = date => DAY.format(new Date(date));

/**
 * A count with its noun.
 * @param {number} count
 * @param {string} one
 * @param {string} [many]
 */
export const counted = (count, one, many = `${one}s`) => `${NUMBER.format(count)} ${count === 1 ? one : many}`;
