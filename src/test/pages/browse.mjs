// Opens the public pages of a node: checks them with the Nu HTML checker, axe-core and Lighthouse, or takes their screenshots.
import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import lighthouse from 'lighthouse';
import puppeteer from 'puppeteer-core';

const {PAGES_ADDRESS: address, PAGES_WORK: work, PAGES_PICTURES: folder, JAVA_HOME: java} = process.env;
const [what, ...wanted] = process.argv.slice(2);
const THEMES = ['light', 'dark'];
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const LEAST = 98;
const MAX_BYTES = 60_000;
const MAX_PICTURE = 25_000;
const NARROWEST = 320;

/** Pages that look like another one, and a long one. The documentation has no screenshots of them. */
const UNPICTURED = ['category', 'search', 'docs'];

const all = JSON.parse(readFileSync(`${work}/pages.json`, 'utf8'));
const pages = Object.entries(all).filter(([name]) => !wanted.length || wanted.includes(name));
const browser = await puppeteer.launch({
  executablePath: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync),
  args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars'],
});
const faults = [];
try {
  const page = await browser.newPage();
  if (what === 'pictures') await pictures(page);
  else await check(page);
} finally {
  await browser.close();
}
faults.forEach(fault => console.log(fault));
process.exit(faults.length ? 1 : 0);

async function check(page) {
  console.log(['page', 'HTML', 'axe', ...CATEGORIES, 'bytes', 'shift'].join('\t'));
  const html = await validated();
  for (const [name, path] of pages) {
    const axe = await accessible(page, name, path);
    const {scores, bytes, shift} = await judged(page, name, path);
    if (bytes > MAX_BYTES) faults.push(`${name}: ${bytes} bytes without pictures`);
    if (shift > 0) faults.push(`${name}: layout shift of ${shift}`);
    console.log([name, html[name], axe, ...scores, bytes, shift].join('\t'));
  }
}

/** Returns the number of errors and warnings in each page's HTML. The stylesheet is checked as one of the pages. */
async function validated() {
  const source = `${work}/html`;
  rmSync(source, {recursive: true, force: true});
  mkdirSync(source);
  const counts = {};
  for (const [name, path] of pages) {
    counts[name] = 0;
    const reply = await fetch(address + path, {headers: {Accept: 'text/html'}, redirect: 'manual'});
    writeFileSync(`${source}/${name}.html`, await reply.text());
  }
  const style = readFileSync(`${source}/${pages[0][0]}.html`, 'utf8').match(/rel="stylesheet" href="([^"]+)"/)[1];
  writeFileSync(`${source}/style.css`, await (await fetch(address + style)).text());
  let report;
  try {
    execFileSync(`${java}/bin/java`, ['-Xss2m', '-jar', `${work}/tools/node_modules/vnu-jar/build/dist/vnu.jar`, '--format', 'json',
      '--also-check-css', ...pages.map(([name]) => `${name}.html`), 'style.css'], {cwd: source, stdio: ['ignore', 'ignore', 'pipe']});
    report = {messages: []};
  } catch (failed) {
    report = JSON.parse(failed.stderr);
  }
  for (const {url, type, lastLine, message, extract} of report.messages) {
    const name = url.replace(/.*\/|\.html$/g, '');
    counts[name] = (counts[name] ?? 0) + (type === 'error' ? 1 : 0);
    faults.push(`${name}: ${type} in line ${lastLine}: ${message} ${(extract ?? '').replaceAll('\n', ' ')}`);
  }
  return counts;
}

/** Returns the number of axe-core's violations at all widths in both themes. */
async function accessible(page, name, path) {
  let count = 0;
  const axe = readFileSync(`${work}/tools/node_modules/axe-core/axe.min.js`, 'utf8');
  for (const theme of THEMES) {
    for (const width of [NARROWEST, 360, 768, 1440]) {
      await view(page, width, 900, 1, theme);
      await page.goto(address + path);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (over > 0) faults.push(`${name}: ${over} pixels too wide for ${width}`);
      if (width === NARROWEST) continue;
      await page.evaluate(axe);
      const found = await page.evaluate(async () => (await axe.run(document, {resultTypes: ['violations']})).violations
        .map(rule => `${rule.id} ${rule.nodes.map(node => node.html).slice(0, 2).join(' ')}`));
      count += found.length;
      found.forEach(each => faults.push(`${name}: ${width} ${theme}: ${each}`));
    }
  }
  return count;
}

async function judged(page, name, path) {
  const reply = await fetch(address + path, {headers: {Accept: 'text/html'}});
  const unlisted = /<meta name="robots" content="noindex">/.test(await reply.text());
  const skipAudits = [...unlisted ? ['is-crawlable', 'meta-description'] : [], ...reply.ok ? [] : ['http-status-code', 'errors-in-console']];
  await page.setViewport(null);
  await page.emulateMediaFeatures([]);
  // A page with noindex is not for search engines, and a browser logs each response with an error status.
  const {lhr} = await lighthouse(address + path, {
    onlyCategories: CATEGORIES, ignoreStatusCode: true, skipAudits,
  }, undefined, page);
  const scores = CATEGORIES.map(category => Math.round(lhr.categories[category].score * 100));
  CATEGORIES.filter((_, index) => scores[index] < LEAST).forEach(category => lhr.categories[category].auditRefs
    .map(({id}) => lhr.audits[id]).filter(audit => audit.score !== null && audit.score < 0.9)
    .forEach(audit => faults.push(`${name}: ${category}: ${audit.id}: ${audit.title} ${audit.displayValue ?? ''}`)));
  const bytes = lhr.audits['network-requests'].details.items.filter(item => item.resourceType !== 'Image')
    .reduce((sum, item) => sum + item.transferSize, 0);
  return {scores, bytes, shift: Math.round((lhr.audits['cumulative-layout-shift'].numericValue ?? 0) * 1000) / 1000};
}

async function view(page, width, height, deviceScaleFactor, theme) {
  await page.setViewport({width, height, deviceScaleFactor});
  await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value: theme}, {name: 'prefers-reduced-motion', value: 'reduce'}]);
}

async function pictures(page) {
  mkdirSync(`${work}/pictures`, {recursive: true});
  mkdirSync(folder, {recursive: true});
  let total = 0;
  for (const [name, path] of pages) {
    for (const [width, scale] of [[360, 1], [1440, 0.5]]) {
      for (const theme of THEMES) {
        await view(page, width, 900, 1, theme);
        await page.goto(address + path, {waitUntil: 'networkidle0'});
        const file = `${name}-${width}-${theme}`;
        await page.screenshot({path: `${work}/pictures/${file}.png`, fullPage: true});
        if (UNPICTURED.includes(name)) continue;
        await view(page, width, 900, scale, theme);
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        const clip = {x: 0, y: 0, width, height: Math.min(height, width === 360 ? 1200 : 1440)};
        let picture;
        for (let quality = 60; !picture || picture.length > MAX_PICTURE; quality -= 10) {
          if (quality === 0) throw new Error(`${file}.webp has ${picture.length} bytes`);
          picture = await page.screenshot({type: 'webp', quality, clip});
        }
        writeFileSync(`${folder}/${file}.webp`, picture);
        total += picture.length;
      }
    }
  }
  console.log(`target/pages/pictures, and ${total} bytes in src/docs/pictures/pages`);
}
