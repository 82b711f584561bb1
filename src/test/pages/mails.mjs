// Checks the HTML of each kind of email: node mails.mjs ADDRESS CODE. Called by scripts/pages mails.
import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {caniemail} from 'caniemail';
import puppeteer from 'puppeteer-core';

const [address, code] = process.argv.slice(2);
const {PAGES_WORK: work, JAVA_HOME: java} = process.env;

/** Clients whose data in caniemail are complete enough. */
const CLIENTS = ['aol.*', 'apple-mail.*', 'fastmail.*', 'gmail.*', 'hey.*', 'outlook.*', 'protonmail.*', 'samsung-email.*', 'yahoo.*'];

/** Features that some client ignores, and why the email is complete and readable without them. */
const IMPROVEMENTS = {
  'color-scheme CSS property': 'the light colors remain',
  'color-scheme meta tag': 'the light colors remain',
  '<style> element': 'it only has the dark colors, the layout is inline',
  '@media': 'the light colors, and the wide padding on a phone',
  'Class selector': 'only the dark colors use it',
  '<body> element': 'the outer table has the same colors',
  'system-ui, ui-serif, ui-sans-serif, ui-rounded, ui-monospace': 'another font of the list',
  'border-radius': 'square corners',
  'white-space': 'an amount may break',
  'word-break': 'a long word widens the table',
  'text-decoration': 'the client has a style of its own for links',
  'height property': 'the logo has an attribute',
  'height attribute': 'the logo has a style',
  'width attribute': 'the table has a style',
  'role attribute': 'the tables are read aloud as tables',
  'lang attribute': 'the language of the reader',
};

async function get(path, headers) {
  const reply = await fetch(address + path, {headers});
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  return reply.json();
}

const login = await fetch(`${address}/api/proxy/auth/validate-access`, {
  method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify({code}),
});
const headers = {Authorization: `Bearer ${(await login.json()).token}`};
const {kinds} = await get('/api/proxy/email/previews', headers);
const mails = [];
for (const kind of kinds) {
  // Without public.url, a free port is unknown when the samples are made.
  mails.push([kind, (await get(`/api/proxy/email/previews?kind=${kind}`, headers)).html.replaceAll('http://127.0.0.1:-1', 'https://example.org')]);
}

const faults = [];
const ignored = {};
const folder = `${work}/mails`;
rmSync(folder, {recursive: true, force: true});
mkdirSync(folder);
for (const [kind, html] of mails) {
  writeFileSync(`${folder}/${kind}.html`, html);
  for (const [client, issues] of caniemail({clients: CLIENTS, html}).issues.errors) {
    for (const {title} of issues) {
      if (title in IMPROVEMENTS) (ignored[title] ??= new Set()).add(client);
      else faults.push(`${kind}: ${client} ignores ${title}`);
    }
  }
  if (/(?:src|background|href)="(?!cid:|https?:|mailto:)|url\(|@import|<(?:link|script|iframe|form|video)\b/i.test(html.replace(/src="\/[^"]*"/, '')))
    faults.push(`${kind}: remote content or a forbidden element`);
}
try {
  execFileSync(`${java}/bin/java`, ['-jar', `${work}/tools/node_modules/vnu-jar/build/dist/vnu.jar`, '--format', 'json',
    ...mails.map(([kind]) => `${folder}/${kind}.html`)], {stdio: ['ignore', 'ignore', 'pipe']});
} catch (failed) {
  for (const {url, type, subType, lastLine, message} of JSON.parse(failed.stderr).messages) {
    // Mail programs read attributes that browsers replace by styles.
    if (type === 'error' && !/attribute on the .+ element is obsolete/.test(message))
      faults.push(`${url.replace(/.*\//, '')}: ${subType ?? type} in line ${lastLine}: ${message}`);
  }
}
const browser = await puppeteer.launch({
  executablePath: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync),
  args: ['--no-sandbox', '--disable-gpu', '--blink-settings=imagesEnabled=false'],
});
try {
  const page = await browser.newPage();
  const axe = readFileSync(`${work}/tools/node_modules/axe-core/axe.min.js`, 'utf8');
  for (const [kind, html] of mails) {
    for (const value of ['light', 'dark']) {
      for (const width of [320, 700]) {
        await page.setViewport({width, height: 800});
        await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value}]);
        await page.setContent(html);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (over > 0) faults.push(`${kind}: ${over} pixels too wide for ${width}`);
        await page.evaluate(axe);
        const found = await page.evaluate(async () => (await axe.run(document, {
          runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
        })).violations.map(rule => `${rule.id} ${rule.nodes[0].html}`));
        found.forEach(each => faults.push(`${kind}: ${width} ${value}: ${each}`));
        if (width === 700) await page.screenshot({path: `${folder}/${kind}-${value}.png`, fullPage: true});
      }
    }
  }
} finally {
  await browser.close();
}
for (const [title, clients] of Object.entries(ignored)) console.log(`${title}\t${clients.size} clients ignore it\t${IMPROVEMENTS[title]}`);
console.log(`${mails.length} kinds of email, ${faults.length} faults; target/pages/mails has their pictures, without images`);
[...new Set(faults)].forEach(fault => console.log(fault));
process.exit(faults.length ? 1 : 0);
