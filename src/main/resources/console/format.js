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

const INSTANT = new Intl.DateTimeFormat(undefined, {dateStyle: 'medium', timeStyle: 'medium'});

/**
 * A moment to the second.
 * @param {string | null} iso
 */
export const instant = iso => (iso === null ? 'without a time' : INSTANT.format(new Date(iso)));

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

/** @param {number} number */
export const plain = number => NUMBER.format(number);

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'];
const THOUSAND = 1000;

/**
 * A size as people say it.
 * @param {number} bytes
 */
export function size(bytes) {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  return new Intl.NumberFormat(undefined, {style: 'unit', unit: UNITS[power], maximumFractionDigits: power ? 1 : 0})
    .format(bytes / THOUSAND ** power);
}

/**
 * The address of a link that others have given: what is no web address leads nowhere.
 * @param {string | null} url
 */
export const web = url => (/^https?:\/\//i.test(url ?? '') ? url : undefined);

const AMOUNT = new Intl.NumberFormat(undefined, {minimumFractionDigits: 2, maximumFractionDigits: 2});
const SIGNED = new Intl.NumberFormat(undefined, {minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'exceptZero'});

/**
 * An amount of money, or a dash where it is not known.
 * @param {number | null | undefined} number
 */
export const amount = number => (Number.isFinite(number) ? AMOUNT.format(Number(number)) : '–');

/**
 * The same with its sign, for what was won or lost.
 * @param {number | null | undefined} number
 */
export const signed = number => (Number.isFinite(number) ? SIGNED.format(Number(number)) : '–');

/**
 * The class of a number that is good or bad.
 * @param {number | null | undefined} number
 */
export const tone = number => (number ? ['down', '', 'up'][Math.sign(number) + 1] : '');

/**
 * An amount as its currency is written; without one, a plain number with two decimals.
 * @param {number | string} sum
 * @param {string} [currency] ISO 4217
 */
export const money = (sum, currency) => new Intl.NumberFormat(undefined,
  currency ? {style: 'currency', currency} : {minimumFractionDigits: 2, maximumFractionDigits: 3}).format(Number(sum));
