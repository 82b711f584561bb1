// Checks pages in a browser: check.mjs SITE PAGES...: links and anchors, axe-core in both themes, Lighthouse. Called by scripts/docs --check.
import {readFileSync, readdirSync} from 'node:fs';
import {createServer} from 'node:http';
import {extname, join, relative} from 'node:path';
import {gzipSync} from 'node:zlib';
import {pathToFileURL} from 'node:url';

const [site, tools, ...measured] = process.argv.slice(2);
const use = name => import(pathToFileURL(join(tools, 'node_modules', name)).href);
const TYPES = {'.html': 'text/html; charset=utf-8', '.css': 'text/css', '.js': 'text/javascript', '.json': 'application/json', '.svg': 'image/svg+xml',
  '.webp': 'image/webp', '.png': 'image/png', '.woff2': 'font/woff2'};
const MIN_SCORE = 98;

const files = folder => readdirSync(folder, {withFileTypes: true}).flatMap(each =>
  each.isDirectory() ? files(join(folder, each.name)) : [join(folder, each.name)]);
const pages = files(site).filter(file => file.endsWith('.html')).map(file => relative(site, file));
const problems = [];

const server = createServer((request, reply) => {
  let path = decodeURIComponent(new URL(request.url, 'http://site').pathname);
  if (path.endsWith('/')) path += 'index.html';
  try {
    const body = readFileSync(join(site, path));
    reply.writeHead(200, {'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream', 'Cache-Control': 'max-age=31536000', 'Content-Encoding': 'gzip'});
    reply.end(gzipSync(body));
  } catch {
    reply.writeHead(404).end();
  }
});
await new Promise(done => server.listen(0, '127.0.0.1', done));
const address = `http://127.0.0.1:${server.address().port}/`;

// Links and anchors
const ids = new Map(pages.map(page => [page, new Set([...readFileSync(join(site, page), 'utf8').matchAll(/ (?:id|name)="?([^" >]+)"?/g)].map(found => found[1]))]));
let links = 0;
for (const page of pages) {
  const html = readFileSync(join(site, page), 'utf8');
  for (const [, quoted, bare] of html.matchAll(/ (?:href|src)=(?:"([^"]*)"|([^ >]+))/g)) {
    const target = (quoted ?? bare).replaceAll('&amp;', '&');
    if (/^(https?:|mailto:|data:|javascript:)/.test(target)) continue;
    links++;
    const url = new URL(target, new URL(page, 'http://site/'));
    let path = decodeURIComponent(url.pathname).slice(1);
    if (path === '' || path.endsWith('/')) path += 'index.html';
    let exists = ids.has(path);
    if (!exists) {
      try { readFileSync(join(site, path)); exists = true; } catch { /* reported below */ }
    }
    const anchor = decodeURIComponent(url.hash.slice(1));
    if (!exists || (anchor && ids.has(path) && !ids.get(path).has(anchor))) problems.push(`${page}: broken link ${target}`);
  }
}
console.log(`links: ${links} in ${pages.length} pages, ${problems.length} broken`);

const {default: puppeteer} = await use('puppeteer-core/lib/esm/puppeteer/puppeteer-core.js');
const browser = await puppeteer.launch({executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox']});
try {
  const axe = readFileSync(join(tools, 'node_modules/axe-core/axe.min.js'), 'utf8');
  let violations = 0;
  for (const theme of ['light', 'dark']) {
    const tab = await browser.newPage();
    await tab.emulateMediaFeatures([{name: 'prefers-color-scheme', value: theme}, {name: 'prefers-reduced-motion', value: 'reduce'}]);
    for (const page of pages) {
      await tab.goto(address + page, {waitUntil: 'load'});
      await tab.evaluate(axe);
      const found = await tab.evaluate(async () => (await axe.run(document, {resultTypes: ['violations']})).violations
        .map(each => `${each.id} (${each.nodes.length}) ${each.nodes[0].target}`));
      violations += found.length;
      for (const each of found) problems.push(`${page} (${theme}): axe ${each}`);
    }
    await tab.close();
  }
  console.log(`axe-core: ${pages.length} pages in two themes, ${violations} violations`);
  const {default: lighthouse} = await use('lighthouse/core/index.js');
  const port = Number(new URL(browser.wsEndpoint()).port);
  for (const page of measured) {
    const {lhr} = await lighthouse(address + page, {port, logLevel: 'error', onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo']});
    const scores = Object.values(lhr.categories).map(each => Math.round(100 * each.score));
    console.log(`Lighthouse ${page || '/'}: performance ${scores[0]}, accessibility ${scores[1]}, best practices ${scores[2]}, SEO ${scores[3]}`);
    if (scores.some(score => score < MIN_SCORE)) {
      const failed = Object.values(lhr.audits).filter(each => each.score !== null && each.score < 0.9).map(each => each.id);
      problems.push(`${page}: Lighthouse ${scores}: ${failed}`);
    }
  }
} finally {
  await browser.close();
  server.close();
}
const kinds = new Map();
for (const each of problems) {
  const kind = each.replace(/^.*?: /, '').split(/ \(|: /)[0];
  kinds.set(kind, [...(kinds.get(kind) ?? []), each]);
}
for (const [kind, places] of kinds) console.log(`${places.length} x ${kind}: ${places.slice(0, 5).join(' | ')}`);
process.exitCode = problems.length ? 1 : 0;
