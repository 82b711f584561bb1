// Moves and zooms over the candles of millions of bars by mouse, and tells how long each request of the page took.
import {token} from './token.mjs';

const SYMBOL = 'MINUTES';
const MOVES = 200;
const MAX_MS = 100;
const FIRST = Date.UTC(2010, 0, 1);
const MINUTE_MS = 60_000;
const LOT = 20_000;
const NOTCH = 100;
const NOTCHES = 2;
const HASTE_MS = 100;
const PATIENCE_MS = 60_000;

/**
 * @param {string} address of the node
 * @param {string} code that signs in
 * @param {import('puppeteer-core').Page} page signed in
 * @param {number} bars
 * @returns {Promise<number>} the requests that took too long
 */
export async function pan(address, code, page, bars) {
  await put(address, code, bars);
  await page.setViewport({width: 1440, height: 900});
  await page.evaluate(() => {
    performance.setResourceTimingBufferSize(100_000);
    performance.clearResourceTimings();
  });
  await page.goto(`${address}/console#/market?symbol=${SYMBOL}`);
  await drawn(page);
  const seen = await moves(page, bars);
  const requests = await page.evaluate(asked);
  tell(requests, seen);
  return requests.filter(({ms}) => ms > MAX_MS).length;
}

/** Stores bars of a minute each. */
async function put(address, code, bars) {
  const begin = performance.now();
  const headers = {'Content-Type': 'text/csv', Authorization: `Bearer ${await token(address, code)}`};
  const body = ReadableStream.from(csv(bars));
  const reply = await fetch(`${address}/api/proxy/historical-data/${SYMBOL}`, {method: 'PUT', headers, body, duplex: 'half'});
  if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`);
  const {metadata} = await reply.json();
  console.log(`${metadata.rowCount} bars stored in ${Math.round((performance.now() - begin) / 1000)} seconds`);
}

/** A price that wanders. */
function* csv(bars) {
  const random = dice(7);
  const bytes = new TextEncoder();
  let price = 10_000;
  yield bytes.encode('timeUtc,open,high,low,close,volume\n');
  for (let first = 0; first < bars; first += LOT) {
    let lines = '';
    for (let bar = first; bar < Math.min(first + LOT, bars); bar++) {
      const open = price;
      price = Math.max(1000, open + Math.round((random() - 0.5) * 20));
      const prices = [open, Math.max(open, price) + 3, Math.min(open, price) - 3, price].map(cents => cents / 100);
      lines += `${new Date(FIRST + bar * MINUTE_MS).toISOString()},${prices},${Math.floor(random() * 5000)}\n`;
    }
    yield bytes.encode(lines);
  }
}

/** The same numbers from 0 to 1 in every run. */
function dice(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * From 150 bars to all of them and back: zooms, drags to either side and jumps. Half of the time it waits for each to be drawn, half of
 * it goes on in haste.
 * @returns {Promise<number[]>} the ms from moves to their being drawn
 */
async function moves(page, bars) {
  const random = dice(11);
  const chart = await page.$('.chart');
  const {x, y, width, height} = await chart.boundingBox();
  await chart.focus();
  const point = async () => page.mouse.move(x + width * (0.1 + 0.8 * random()), y + height / 2);
  const zoom = async far => {
    await point();
    for (let notch = 0; notch < NOTCHES; notch++) await page.mouse.wheel({deltaY: far ? NOTCH : -NOTCH});
  };
  const drag = async () => {
    await point();
    await page.mouse.down();
    await page.mouse.move(x + width * random(), y + height / 2, {steps: 10});
    await page.mouse.up();
  };
  const jump = () => page.$eval('candle-chart input[type=range]', (range, share) => {
    range.value = String(share * Number(range.max));
    range.dispatchEvent(new Event('input', {bubbles: true}));
  }, random());
  const seen = [];
  for (let move = 0; move < MOVES; move++) {
    const begin = performance.now();
    await [() => zoom(move < MOVES / 2), drag, jump, drag][move % 4]();
    if (Math.floor(move / 4) % 2) {
      await new Promise(done => setTimeout(done, HASTE_MS));
    } else {
      await drawn(page);
      seen.push(performance.now() - begin);
    }
    if (move === MOVES / 2 - 1 && await page.evaluate(() => document.querySelector('candle-chart').count) < bars) {
      throw new Error('not all bars were in sight');
    }
  }
  await drawn(page);
  return seen;
}

/** Waits until every candle in sight is there. */
function drawn(page) {
  return page.waitForFunction(() => {
    const chart = document.querySelector('candle-chart');
    if (!chart?.bars?.total || !location.hash.endsWith(`at=${chart.first}&bars=${chart.count}`)) return false;
    const {from, to, per} = chart.seen;
    return Array.from({length: to - from}, (_, offset) => from + offset).every(index => chart.bars.at(index, per));
  }, {timeout: PATIENCE_MS});
}

/** Runs in the page: what it has asked the API for. Those that nobody waited for any more have no status. */
function asked() {
  const kind = ({pathname, searchParams}) => {
    if (pathname.endsWith('/candles')) return `${searchParams.get('per')} bars a candle`;
    return searchParams.has('page') ? 'bar by bar' : 'how many there are';
  };
  return performance.getEntriesByType('resource').filter(({name}) => name.includes('/historical-data/'))
    .map(({name, duration, responseStatus}) => ({kind: kind(new URL(name)), ms: duration, cancelled: !responseStatus}));
}

function tell(requests, seen) {
  const row = (name, some) => {
    const times = some.map(({ms}) => ms).sort((a, b) => a - b);
    const at = share => times[Math.min(Math.floor(share * times.length), times.length - 1)].toFixed(1);
    const {length: cancelled} = some.filter(one => one.cancelled);
    console.log([name, times.length, at(0.5), at(0.99), at(1), cancelled, times.filter(ms => ms > MAX_MS).length].join('\t'));
  };
  console.log(['requests', 'count', 'median ms', 'p99 ms', 'longest ms', 'cancelled', `above ${MAX_MS} ms`].join('\t'));
  for (const name of new Set(requests.map(({kind}) => kind))) row(name, requests.filter(({kind}) => kind === name));
  row('all', requests);
  const longest = Math.max(...seen).toFixed(0);
  console.log(`${MOVES} moves; of ${seen.length} all was drawn within ${longest} ms, in which the page waits for 80 whether another comes`);
}
