/**
 * Places the meetings of a day over its hours. Times are those of a wall clock in the owner's zone, so days of 23 and 25 hours have 24 rows.
 * @module
 */

import {wall as clock} from './format.js';

const DAY_MINUTES = 1440;
const HOUR_MINUTES = 60;
const MINUTE_MS = 60_000;

/** A shorter meeting takes as much room, so that it can be read. */
const MIN_MINUTES = 30;

/** @typedef {{date: string, minute: number}} Wall a date and the minute of the day */
/** @typedef {{meeting: any, from: number, to: number, lane: number, lanes: number}} Block minutes of the day, and the place among overlapping blocks */

/**
 * Returns the wall clock's time of an instant.
 * @param {Date} instant
 * @returns {Wall}
 */
export function wall(instant) {
  const {date, clock: time} = clock(instant);
  const [hours, minutes] = time.split(':').map(Number);
  return {date, minute: hours * HOUR_MINUTES + minutes};
}

/** Returns a meeting with the wall clock's times of its start and its end. */
export const timed = meeting => ({...meeting, begins: wall(new Date(meeting.start)), ends: wall(new Date(meeting.end))});

/** Length of a meeting in minutes. */
export const minutes = meeting => Math.round((Date.parse(meeting.end) - Date.parse(meeting.start)) / MINUTE_MS);

/**
 * Returns whether a meeting takes place on a day, or on a part of it.
 * @param {any} meeting
 * @param {string} date
 */
export function covers({begins, ends}, date) {
  return begins.date === date || (begins.date < date && (ends.date > date || (ends.date === date && ends.minute > 0)));
}

/**
 * Returns the blocks of a day's meetings in the order of their starts. Overlapping ones lie side by side, in lanes.
 * @param {any[]} meetings
 * @param {string} date
 * @returns {Block[]}
 */
export function blocks(meetings, date) {
  const all = meetings.map(meeting => block(meeting, date)).sort((one, other) => one.from - other.from || other.to - one.to);
  /** End of the last block of each lane. @type {number[]} */
  let lanes = [];
  /** @type {Block[]} */
  let group = [];
  const end = () => {
    for (const one of group) one.lanes = lanes.length;
    [lanes, group] = [[], []];
  };
  for (const one of all) {
    if (lanes.every(free => free <= one.from)) end();
    const free = lanes.findIndex(until => until <= one.from);
    one.lane = free < 0 ? lanes.length : free;
    lanes[one.lane] = Math.max(one.to, one.from + MIN_MINUTES);
    group.push(one);
  }
  end();
  return all;
}

function block(meeting, date) {
  const from = meeting.begins.date < date ? 0 : meeting.begins.minute;
  const to = meeting.ends.date > date ? DAY_MINUTES : meeting.ends.minute;
  // When clocks are set back, a meeting may end at an earlier time of the clock than it starts.
  return {meeting, from, to: to > from ? to : Math.min(from + minutes(meeting), DAY_MINUTES), lane: 0, lanes: 1};
}

/**
 * Returns the first and the last hour of a grid that shows all blocks, and the usual hours.
 * @param {Block[]} shown
 * @param {[number, number]} usual
 */
export function hours(shown, [first, last]) {
  return [Math.min(first, ...shown.map(({from}) => Math.floor(from / HOUR_MINUTES))),
    Math.max(last, ...shown.map(({to}) => Math.ceil(to / HOUR_MINUTES) - 1))];
}

/**
 * Returns the styles that place a block in the cell of the hour in which it starts.
 * @param {Block} block
 */
export const placed = ({from, to, lane, lanes}) =>
  `--at:${(from % HOUR_MINUTES) / HOUR_MINUTES};--rows:${Math.max(to - from, MIN_MINUTES) / HOUR_MINUTES};--lane:${lane};--lanes:${lanes}`;
