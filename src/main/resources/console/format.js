/**
 * Formats times and numbers in the browser's locale. Days and times of meetings are in the owner's zone.
 *
 * Only texts for people come from a locale, because its patterns differ between browsers. Values for the API and for fields are built
 * from parts.
 * @module
 */

/** The owner's time zone, `calendar.timeZone`. */
export const ZONE = document.documentElement.dataset.zone ?? 'America/New_York';
const DAY_MS = 86_400_000;
const DATE = 10;

/**
 * Returns a format of the browser's locale. Its calendar is the one of the API and of date fields, and its digits are those of the English
 * texts around it.
 * @param {Intl.DateTimeFormatOptions} options
 */
export const dates = options => new Intl.DateTimeFormat(undefined, {calendar: 'gregory', numberingSystem: 'latn', ...options});

/** @param {Intl.NumberFormatOptions} [options] */
const numbers = options => new Intl.NumberFormat(undefined, {numberingSystem: 'latn', ...options});

const MOMENT = dates({dateStyle: 'medium', timeStyle: 'short'});
const DAY = dates({weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC'});
const TIME = dates({timeStyle: 'short', timeZone: ZONE});
const NUMBER = numbers();
const WALL = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {timeZone: ZONE, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit',
  hour: '2-digit', minute: '2-digit'});

/** Short name of the owner's zone, such as EST or GMT+9. */
export const zoneName = () => new Intl.DateTimeFormat('en', {timeZone: ZONE, timeZoneName: 'short'})
  .formatToParts(new Date()).find(part => part.type === 'timeZoneName')?.value;

/** @param {string | null} iso */
export const moment = iso => (iso === null ? 'permanent' : MOMENT.format(new Date(iso)));

/** Shows the UTC times in a sentence of a node in the browser's time zone. */
export const withMoments = (/** @type {string | null} */ text) => text?.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, iso => moment(iso));

const INSTANT = dates({dateStyle: 'medium', timeStyle: 'medium'});

/**
 * Formats an instant to the second.
 * @param {string | null} iso
 */
export const instant = iso => (iso === null ? 'no timestamp' : INSTANT.format(new Date(iso)));

/**
 * Formats the time of an instant in the owner's zone.
 * @param {string} iso
 */
export const time = iso => TIME.format(new Date(iso));

/**
 * Returns the date and the time of an instant in the owner's zone, as the API and fields write them: 2026-12-01 and 09:30.
 * @param {Date} instant
 */
export function wall(instant) {
  const part = Object.fromEntries(WALL.formatToParts(instant).map(({type, value}) => [type, value.padStart(2, '0')]));
  return {date: `${part.year.padStart(4, '0')}-${part.month}-${part.day}`, clock: `${part.hour}:${part.minute}`};
}

/**
 * Returns the date of an instant in the owner's zone in the API's format: 2026-12-01.
 * @param {Date} date
 */
export const day = date => wall(date).date;

/**
 * @param {string} date 2026-12-01
 * @param {number} days
 */
export const daysAfter = (date, days) => new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, DATE);

/** Returns whether a field's date is complete: while its year is typed, the field reports 0002, 0020 and 0202. @param {string} date */
export const isDay = date => /^(19|2\d)\d\d-/.test(date);

/** @param {string} date 2026-12-01 */
export const dayName = date => DAY.format(new Date(date));

/**
 * Formats a count with its noun.
 * @param {number} count
 * @param {string} one
 * @param {string} [many]
 */
export const counted = (count, one, many = `${one}s`) => `${NUMBER.format(count)} ${count === 1 ? one : many}`;

/** @param {number} number */
export const plain = number => NUMBER.format(number);

/**
 * Returns an uptime of the API without leading zeros: 2h 0m 5s for 0d 2h 0m 5s.
 * @param {string} uptime
 */
export const lasting = uptime => uptime.replace(/^(0[dhm] )+/, '');

const UNITS = ['kilobyte', 'megabyte', 'gigabyte'];
const THOUSAND = 1000;

/**
 * Formats a size in bytes with a suitable unit.
 * @param {number} bytes
 */
export function size(bytes) {
  if (bytes < THOUSAND) return counted(bytes, 'byte');
  const power = Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length);
  return numbers({style: 'unit', unit: UNITS[power - 1], maximumFractionDigits: 1}).format(bytes / THOUSAND ** power);
}

/**
 * Returns a URL from an external source if it is an HTTP or HTTPS URL, otherwise undefined.
 * @param {string | null} url
 */
export const web = url => (/^https?:\/\//i.test(url ?? '') ? url : undefined);

const AMOUNT = numbers({minimumFractionDigits: 2, maximumFractionDigits: 2});
const SIGNED = numbers({minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'exceptZero'});

/**
 * Formats an amount of money; a dash if it is unknown.
 * @param {number | null | undefined} number
 */
export const amount = number => (Number.isFinite(number) ? AMOUNT.format(Number(number)) : '–');

/**
 * Formats a profit or loss with its sign.
 * @param {number | null | undefined} number
 */
export const signed = number => (Number.isFinite(number) ? SIGNED.format(Number(number)) : '–');

/**
 * Returns the CSS class for a positive or negative number.
 * @param {number | null | undefined} number
 */
export const tone = number => (number ? ['down', '', 'up'][Math.sign(number) + 1] : '');

/**
 * Formats an amount in its currency; without a currency, as a number with two or three decimals.
 * @param {number | string} sum
 * @param {string} [currency] ISO 4217
 */
export const money = (sum, currency) => numbers(
  currency ? {style: 'currency', currency} : {minimumFractionDigits: 2, maximumFractionDigits: 3}).format(Number(sum));

const WEEK_DAYS = 7;

/**
 * Returns the start and the end of a period in the viewer's time zone.
 * @param {string} period today, yesterday, week (the last seven days) or month
 * @param {Date} at current time
 */
export function span(period, at) {
  const day = new Date(at);
  day.setHours(0, 0, 0, 0);
  const end = new Date(day);
  end.setDate(end.getDate() + (period === 'yesterday' ? 0 : 1));
  if (period === 'yesterday') day.setDate(day.getDate() - 1);
  if (period === 'week') day.setDate(day.getDate() - WEEK_DAYS + 1);
  if (period === 'month') day.setDate(1);
  return [day.toISOString(), new Date(end.getTime() - 1).toISOString()];
}
