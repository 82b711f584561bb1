// Watches the frames of the bot's log while 200 entries a second come in, beside the same page at rest.
import {token} from './token.mjs';

const RATE = 200;
const LOT_MS = 100;
const ROUND_SECONDS = 10;
const FRAME_MS = 1000 / 60;
const LOG = '/api/proxy/bots/trading/logs';
const COLUMNS = ['until', 'entries', 'frames', 'dropped', 'in seconds', 'worst ms', 'long tasks', 'busy %', 'script %', 'style %', 'layout %', 'heap MB',
  'nodes', 'listeners', 'rows'];

/**
 * @param {string} address of the node
 * @param {string} code that signs in
 * @param {import('puppeteer-core').Page} page signed in
 * @param {number} minutes
 * @returns {Promise<{dropped: number, seconds: number, still: number}>} the frames dropped, the seconds in which some were, and how many are
 *     dropped in ten seconds at rest
 */
export async function frames(address, code, page, minutes) {
  await page.setViewport({width: 1440, height: 900});
  await page.goto(`${address}/console#/market?view=log`);
  await page.waitForSelector('bot-log .state.up');
  const devtools = await page.createCDPSession();
  await devtools.send('Performance.enable');
  console.log(COLUMNS.join('\t'));
  const {dropped: still} = await round(page, devtools, 'rest', () => 0);
  const feeder = await feed(address, code);
  try {
    await page.waitForFunction(() => document.querySelectorAll('.log li').length > 250);
    const all = {dropped: 0, seconds: 0, still};
    for (let end = ROUND_SECONDS; end <= minutes * 60; end += ROUND_SECONDS) {
      const {dropped, seconds} = await round(page, devtools, `${end} s`, () => feeder.sent);
      all.dropped += dropped;
      all.seconds += seconds;
    }
    return all;
  } finally {
    feeder.stop();
  }
}

async function feed(address, code) {
  const headers = {'Content-Type': 'application/json', Authorization: `Bearer ${await token(address, code)}`};
  const feeder = {sent: 0, stop: () => clearInterval(timer)};
  const entry = number => ({LogMessage: {timeStamp: new Date().toISOString(), messageSource: `source${number % 5}`,
    messageType: number % 7 ? 'info' : 'error', message: `entry ${number} of the bot, with some words about what it did and why`}});
  const timer = setInterval(async () => {
    const lot = Array.from({length: RATE * LOT_MS / 1000}, () => entry(++feeder.sent));
    const stored = await fetch(address + LOG, {method: 'POST', headers, body: JSON.stringify(lot)});
    if (!stored.ok) console.error(`${stored.status} ${await stored.text()}`);
  }, LOT_MS);
  return feeder;
}

async function round(page, devtools, end, sent) {
  const metrics = async () => Object.fromEntries((await devtools.send('Performance.getMetrics')).metrics.map(({name, value}) => [name, value]));
  const [before, sentBefore] = [await metrics(), sent()];
  const {gaps, long, rows} = await page.evaluate(watch, ROUND_SECONDS * 1000);
  const [after, sentAfter] = [await metrics(), sent()];
  const share = name => ((after[name] - before[name]) * 100 / (after.Timestamp - before.Timestamp)).toFixed(1);
  const lost = gaps.map(gap => Math.round(gap / FRAME_MS) - 1);
  const dropped = lost.reduce((sum, frames) => sum + frames, 0);
  let passed = 0;
  const seconds = new Set(gaps.map(gap => Math.floor((passed += gap) / 1000)).filter((_, index) => lost[index])).size;
  console.log([end, sentAfter - sentBefore, gaps.length, dropped, seconds, Math.max(...gaps).toFixed(1), long,
    ...['TaskDuration', 'ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration'].map(share), (after.JSHeapUsedSize / 1e6).toFixed(1),
    after.Nodes, after.JSEventListeners, rows].join('\t'));
  return {dropped, seconds};
}

/** Runs in the page. */
async function watch(ms) {
  const gaps = [];
  let long = 0;
  const observer = new PerformanceObserver(list => { long += list.getEntries().length; });
  observer.observe({type: 'longtask'});
  await new Promise(done => {
    let [begin, last] = [0, 0];
    requestAnimationFrame(function frame(now) {
      if (last) gaps.push(now - last);
      else begin = now;
      last = now;
      if (now - begin < ms) requestAnimationFrame(frame);
      else done();
    });
  });
  observer.disconnect();
  return {gaps, long, rows: document.querySelectorAll('.log li').length};
}
