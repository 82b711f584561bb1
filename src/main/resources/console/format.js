/**
 * Times, numbers and words as the reader's browser writes them.
 * @module
 */

const MOMENT = new Intl.DateTimeFormat(undefined, {dateStyle: 'medium', timeStyle: 'short'});
const TIME = new Intl.DateTimeFormat(undefined, {timeStyle: 'short'});
const NUMBER = new Intl.NumberFormat();

/** @param {string | null} iso */
export const moment = iso => (iso === null ? 'for good' : MOMENT.format(new Date(iso)));

/** @param {string} iso */
export const time = iso => TIME.format(new Date(iso));

/**
 * A count with its noun.
 * @param {number} count
 * @param {string} one
 * @param {string} [many]
 */
export const counted = (count, one, many = `${one}s`) => `${NUMBER.format(count)} ${count === 1 ? one : many}`;

/**
 * A day as the API takes it, in the owner's zone.
 * @param {Date} date
 */
export const day = date => new Intl.DateTimeFormat('en-CA', {timeZone: 'America/New_York', dateStyle: 'short'}).format(date);
