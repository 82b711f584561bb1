// Fills a node with a million log entries and thousands of short URLs, and measures how long their tables take to show rows.
import {token} from './token.mjs';

const LOGS = '/api/proxy/bots/trading/logs';
const SHORT_URLS = '/api/proxy/redirects';
const LOT = 500;
const CLIENTS = 8;
const TIMES = 15;
const MAX_MS = 300;
const MINUTE_MS = 60_000;
const LEVELS = ['info', 'info', 'debug', 'warn', 'error'];

/**
 * @param {string} address of the node
 * @param {string} code that signs in
 * @param {import('puppeteer-core').Page} page signed in
 * @param {number} entries number of log entries
 * @param {number} urls number of short URLs
 * @returns {Promise<number>} the number of steps whose median is too slow
 */
export async function rows(address, code, page, entries, urls) {
  await fill(address, code, entries, urls);
  await page.setViewport({width: 1440, height: 900});
  const tables = [
    {place: 'logs', rows: entries, sort: 'Time', find: number => `entry ${entries - 1 - number}.`},
    {place: 'site?view=short', rows: urls, sort: 'Created', find: number => `key-${number}`},
  ];
  console.log(['table', 'rows', 'step', 'median ms', 'longest ms'].join('\t'));
  let slow = 0;
  for (const table of tables) {
    for (const [step, times] of Object.entries(await measure(page, address, table))) {
      times.sort((one, other) => one - other);
      const median = times[Math.floor(times.length / 2)];
      slow += median > MAX_MS ? 1 : 0;
      console.log([table.place, table.rows, step, median.toFixed(0), times.at(-1).toFixed(0)].join('\t'));
    }
  }
  return slow;
}

async function fill(address, code, entries, urls) {
  const headers = {'Content-Type': 'application/json', Authorization: `Bearer ${await token(address, code)}`};
  const post = async (path, body) => {
    const reply = await fetch(address + path, {method: 'POST', headers, body: JSON.stringify(body)});
    if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`);
    await reply.arrayBuffer();
  };
  const first = Date.now() - entries * MINUTE_MS;
  const entry = number => ({LogMessage: {timeStamp: new Date(first + number * MINUTE_MS).toISOString(), messageSource: `source-${number % 7}`,
    localOperationName: `operation-${number % 40}`, messageType: LEVELS[number % LEVELS.length], message: `entry ${number}. An order was filled at the price of the day.`}});
  await together('log entries', entries, LOT, (from, count) => post(LOGS, Array.from({length: count}, (_, i) => entry(from + i))));
  await together('short URLs', urls, 1, from => post(SHORT_URLS, {key: `key-${from}`, url: `https://example.org/${from}`}));
}

/** Sends items in lots, several requests at a time. */
async function together(name, count, lot, send) {
  const begin = performance.now();
  let next = 0;
  await Promise.all(Array.from({length: CLIENTS}, async () => {
    while (next < count) {
      const from = next;
      next += lot;
      await send(from, Math.min(lot, count - from));
    }
  }));
  console.log(`${count} ${name} stored in ${Math.round((performance.now() - begin) / 1000)} seconds`);
}

/** Returns the milliseconds of each step, by its name. */
async function measure(page, address, {place, sort, find}) {
  /** @type {Record<string, number[]>} */
  const times = {loaded: [], opened: [], 'next page': [], 'last page': [], sorted: [], searched: []};
  for (let time = 0; time < TIMES; time++) {
    await page.goto('about:blank');
    await page.goto(`${address}/console#/${place}`);
    times.loaded.push(await page.evaluate(loaded));
    for (const [step, ms] of Object.entries(await page.evaluate(steps, place, sort, find(time)))) times[step].push(ms);
  }
  return times;
}

/** Runs in a page that is being loaded: the time from the begin of the navigation to the paint of the first rows. */
async function loaded() {
  const frame = () => new Promise(done => requestAnimationFrame(done));
  while (!document.querySelector('main .records tbody tr:not([aria-hidden])')) await frame();
  await frame();
  return performance.now();
}

/** Runs in the page: performs each step, and returns its time until its rows are painted. */
async function steps(place, sort, text) {
  const frame = () => new Promise(done => requestAnimationFrame(done));
  const drawn = () => document.querySelectorAll('main .records tbody tr:not([aria-hidden])').length;
  const table = () => document.querySelector('main gh-table');
  const timed = async (act, over) => {
    const begin = performance.now();
    act();
    while (!over()) {
      await frame();
      if (performance.now() - begin > 60_000) throw new Error(`no rows at ${location.hash}`);
    }
    await table().updateComplete;
    await frame();
    return performance.now() - begin;
  };
  const changed = act => {
    const {records: {rows}} = table();
    return timed(act, () => table().records.rows !== rows && drawn() === table().records.rows.length);
  };
  const search = text => {
    const field = document.querySelector('main input[type=search]');
    field.value = text;
    field.form.requestSubmit();
  };
  const away = new Promise(done => addEventListener('hashchange', done, {once: true}));
  location.hash = '#/settings';
  await away;
  while (!document.querySelector('settings-page .records tbody tr:not([aria-hidden])')) await frame();
  const opened = await timed(() => { location.hash = `#/${place}`; }, () => !document.querySelector('settings-page') && drawn() > 0);
  const times = {opened};
  times['next page'] = await changed(() => document.querySelector('[aria-label="Next page"]').click());
  const {records} = table();
  times['last page'] = await changed(() => records.turn({skip: Math.floor((records.total - 1) / records.size) * records.size}));
  const heading = () => [...document.querySelectorAll('main th button')].find(button => button.innerText.trim() === sort);
  times.sorted = await changed(() => heading().click());
  await changed(() => heading().click());
  times.searched = await changed(() => search(text));
  if (drawn() < 1) throw new Error(`nothing found for ${text}`);
  return times;
}
