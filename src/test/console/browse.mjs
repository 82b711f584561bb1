// Opens pages of the console signed in: has Lighthouse judge them, moves over candles, or takes the README's pictures.
import {existsSync, mkdirSync, writeFileSync} from 'node:fs';
import lighthouse, {desktopConfig} from 'lighthouse';
import puppeteer from 'puppeteer-core';
import {frames} from './frames.mjs';
import {pan} from './pan.mjs';
import {rows} from './rows.mjs';

const {CONSOLE_ADDRESS: address, CONSOLE_CODE: code, CONSOLE_PICTURES: folder} = process.env;
const [what, ...wanted] = process.argv.slice(2);
/** Least scores by category. The performance depends on the machine's load. */
const LEAST = {performance: 95, accessibility: 100, 'best-practices': 100};
const CATEGORIES = Object.keys(LEAST);
const MAX_BYTES = 100_000;

/** The pictures of the README: page, width, height, theme. */
const PICTURES = [['today', 1280, 860, 'light'], ['commerce', 1280, 860, 'dark'], ['calendar', 400, 860, 'light']];

const browser = await puppeteer.launch({
  executablePath: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync),
  args: ['--no-sandbox', '--disable-gpu'],
  // Otherwise the browser tells of each event of a stream, which takes a part of the frame in which it comes.
  networkEnabled: !['frames', 'pan', 'rows'].includes(what),
});
let failed = false;
try {
  const page = await browser.newPage();
  await page.goto(`${address}/console`);
  await page.waitForSelector('input[name=code]');
  await page.type('input[name=code]', code);
  await page.keyboard.press('Enter');
  await page.waitForSelector('today-page h1');
  const pages = await page.$$eval('nav[aria-label=Pages] a', links => links.map(link => link.hash.slice(2)));
  if (what === 'pictures') await pictures(page);
  else if (what === 'frames') await watched(page, Number(wanted[0] ?? 3));
  else if (what === 'pan') failed = await pan(address, code, page, Number(wanted[0] ?? 5_000_000)) > 0;
  else if (what === 'rows') failed = await rows(address, code, page, Number(wanted[0] ?? 1_000_000), Number(wanted[1] ?? 20_000)) > 0;
  else await judge(page, wanted.length ? wanted : pages);
} finally {
  await browser.close();
}
process.exit(failed ? 1 : 0);

async function judge(page, pages) {
  console.log(['page', 'device', ...CATEGORIES].join('\t'));
  for (const name of pages) {
    for (const [device, config] of [['phone', undefined], ['desk', desktopConfig]]) {
      const {lhr} = await lighthouse(`${address}/console#/${name}`, {disableStorageReset: true, onlyCategories: CATEGORIES}, config, page);
      const scores = CATEGORIES.map(category => Math.round(lhr.categories[category].score * 100));
      console.log([name, device, ...scores].join('\t'));
      CATEGORIES.filter((category, index) => scores[index] < LEAST[category]).forEach(category => {
        failed = true;
        lhr.categories[category].auditRefs.map(({id}) => lhr.audits[id]).filter(audit => audit.score !== null && audit.score < 0.9)
          .forEach(audit => console.log(`  ${audit.id}: ${audit.title} ${audit.displayValue ?? ''}`));
      });
    }
  }
}

async function watched(page, minutes) {
  const {seconds, dropped, still} = await frames(address, code, page, minutes);
  failed = seconds > 0;
  console.log(`${dropped} frames dropped, in ${seconds} of ${minutes * 60} seconds (target 0); ${still} in ten seconds of the page at rest`);
}

async function pictures(page) {
  mkdirSync(folder, {recursive: true});
  for (const [name, width, height, theme] of PICTURES) {
    await page.setViewport({width, height});
    await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value: theme}]);
    await page.goto(`${address}/console#/${name}`);
    await page.waitForFunction(element => {
      const shown = document.querySelector(`${element}-page`);
      return shown?.querySelector('.list li, .records tbody tr:not([aria-hidden]), .hours li') && !document.querySelector('[aria-busy=true]');
    }, {}, name);
    // The change of the theme fades colors.
    await page.evaluate(() => Promise.all(document.getAnimations().map(animation => animation.finished.catch(() => {}))));
    const picture = await page.screenshot({type: 'webp', quality: 80});
    if (picture.length > MAX_BYTES) throw new Error(`${name}.webp has ${picture.length} bytes`);
    writeFileSync(`${folder}/${name}.webp`, picture);
    console.log(`${name}.webp\t${picture.length} bytes`);
  }
}
