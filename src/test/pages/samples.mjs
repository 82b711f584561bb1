// Fills a node with what the checked pages show, and writes the paths of the pages: node samples.mjs ADDRESS CODE FILE
import {existsSync, writeFileSync} from 'node:fs';
import puppeteer from 'puppeteer-core';

const [address, code, file] = process.argv.slice(2);
const JSON_TYPE = {'Content-Type': 'application/json'};
let headers = {};

async function send(method, path, body, type = JSON_TYPE) {
  const reply = await fetch(address + path, {method, headers: {...headers, ...type}, body});
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`);
  return text;
}

const post = async (path, body) => JSON.parse(await send('POST', path, JSON.stringify(body)));
const put = (path, body) => send('PUT', path, JSON.stringify(body));
headers = {Authorization: `Bearer ${(await post('/api/proxy/auth/validate-access', {code})).token}`};

/** Sends the form of a page with its hidden fields, as a browser does; returns the path that it leads to. */
async function form(path, values) {
  const page = await (await fetch(address + path, {headers: {Accept: 'text/html'}})).text();
  const body = new FormData();
  const post = page.slice(page.indexOf('<form method="post"'));
  for (const [, name, value] of post.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)) body.set(name, value);
  for (const [name, value] of Object.entries(values)) body.set(name, value);
  const action = post.match(/<form[^>]* action="([^"]+)"/)?.[1].replaceAll('&amp;', '&') ?? path;
  const reply = await fetch(address + action, {method: 'POST', body, redirect: 'manual', headers: {Accept: 'text/html'}});
  if (reply.status !== 303) throw new Error(`${action}: ${reply.status} ${await reply.text()}`);
  return reply.headers.get('Location').replace(address, '');
}

/** Draws a product: a background, and shapes in one color. */
const DRAWINGS = {
  Lighthouse: ['#dfeaf2', '#1d4e6f', 'M350 700 L390 260 H510 L550 700 Z M380 220 H520 V260 H380 Z M400 160 H500 V220 H400 Z M450 90 L510 160 H390 Z M200 700 H700 V730 H200 Z'],
  Harbour: ['#f6e7d3', '#a4502a', 'M180 560 H720 L640 680 H260 Z M440 180 H460 V560 H440 Z M470 220 L650 540 H470 Z M430 260 L280 540 H430 Z'],
  Book: ['#e9e5f5', '#4b3b8f', 'M220 150 H640 A40 40 0 0 1 680 190 V760 H260 A40 40 0 0 1 220 720 Z M300 260 H600 V290 H300 Z M300 330 H520 V350 H300 Z'],
  Shirt: ['#e4f1e6', '#2c6b45', 'M300 200 L400 160 Q450 220 500 160 L600 200 L720 330 L630 400 L600 360 V740 H300 V360 L270 400 L180 330 Z'],
  Mug: ['#fbe9e7', '#a23b3b', 'M250 250 H560 V620 A60 60 0 0 1 500 680 H310 A60 60 0 0 1 250 620 Z M560 330 H620 A90 90 0 0 1 620 540 H560 V490 H615 A40 40 0 0 0 615 380 H560 Z'],
  Cards: ['#eef0f3', '#3d4754', 'M180 240 L560 200 L600 560 L220 600 Z M300 330 L690 370 L650 720 L260 680 Z'],
};

const browser = await puppeteer.launch({
  executablePath: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync),
  args: ['--no-sandbox', '--disable-gpu'],
});
const canvas = await browser.newPage();
await canvas.goto('about:blank');
const drawn = (name, scale) => canvas.evaluate(([ground, ink, shape], scale) => {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 900;
  const context = canvas.getContext('2d');
  const light = context.createLinearGradient(0, 0, 900, 900);
  light.addColorStop(0, '#fff');
  light.addColorStop(1, ground);
  context.fillStyle = light;
  context.fillRect(0, 0, 900, 900);
  context.fillStyle = ground;
  context.beginPath();
  context.arc(450, 450, 380, 0, 7);
  context.fill();
  context.translate(450, 450);
  context.scale(scale, scale);
  context.translate(-450, -450);
  context.fillStyle = ink;
  context.fill(new Path2D(shape));
  return canvas.toDataURL('image/png').slice('data:image/png;base64,'.length);
}, DRAWINGS[name], scale);

const ids = {};
for (const [drawing, name, price, category, stock, description] of [
  ['Lighthouse', 'Lighthouse, giclée print', 48, 'prints', {A3: 12, A2: 3, A1: 0}, 'Pigment ink on 300 g cotton paper.\nNumbered and signed, and sent in a tube.'],
  ['Harbour', 'Harbour in the evening', 36, 'prints', {A3: 8}, 'Three colors, printed by hand.'],
  ['Book', 'Notes on an engine', 24.9, 'books', {paperback: 40, hardcover: 6}, 'Second edition, with the chapter on boats.'],
  ['Shirt', 'Lighthouse shirt', 29, 'clothing', {S: 4, M: 9, L: 0}, 'Organic cotton. The print survives many washes.'],
  ['Mug', 'Enamel mug', 16.5, 'kitchen', {white: 2}, 'Holds 0.35 liters.'],
  ['Cards', 'Letterpress cards', 12, 'prints', {'set of 8': 0}, 'Eight cards with envelopes.'],
]) {
  const {_id: id} = await post('/api/proxy/products', {name, price, category, stock, description});
  ids[drawing] = id;
  for (const [picture, alt, scale] of [['front', name, 1], ['detail', `${name}, detail`, 1.9]]) {
    await send('PUT', `/api/proxy/products/${id}/pictures/${picture}?alt=${encodeURIComponent(alt)}`,
      Buffer.from(await drawn(drawing, scale), 'base64'), {'Content-Type': 'image/png'});
  }
}
await browser.close();

const shop = '/storefront/shop';
const {products} = JSON.parse(await send('GET', '/storefront/products'));
const found = drawing => products.find(each => each.legacyId === ids[drawing]);
const product = drawing => `${shop}/${found(drawing).handle}`;
const variant = (drawing, index) => found(drawing).variants[index].legacyId;
const cart = `/cart/${variant('Lighthouse', 0)}:1,${variant('Book', 0)}:2`;
const order = () => form(cart, {
  name: 'Grace Hopper', email: 'grace@example.org', address: '12 Harbour Road', postcode: '20457', city: 'Hamburg', terms: 'on',
});
const orders = {};
const shipment = {carrier: 'DHL', tracking: '00340434161094042557'};
for (const state of ['placed', 'paid', 'shipped', 'delivered', 'cancelled']) {
  orders[state] = await order();
  const path = `/api/proxy${orders[state]}`;
  if (state !== 'placed') await put(path, {decision: state === 'cancelled' ? state : 'paid'});
  if (['shipped', 'delivered'].includes(state)) await put(`${path}/shipment`, {...shipment, delivered: state === 'delivered'});
}

const day = shift => new Date(Date.now() + shift * 86_400_000).toISOString();
await post('/api/proxy/redirects', {key: 'talk', url: 'https://example.org/talks/engines', description: 'Slides of the talk', expiresAt: day(400)});
await post('/api/proxy/redirects', {key: 'old', url: 'https://example.org/', expiresAt: new Date(Date.now() + 1500).toISOString()});

for (const [url, title, category, description] of [
  ['https://www.example.org/notes', 'Notes on the engine', 'personal', 'A translation, with notes that are longer than the paper.'],
  ['https://social.example.org/@ada', 'Ada on the social web', 'social', ''],
  ['https://code.example.org/ada', 'Programs', 'social', 'The table of Bernoulli numbers, and smaller ones.'],
  ['mailto:ada@example.org', 'Write to me', 'personal', ''],
  ['https://tips.example.org/ada', 'Buy me a coffee', 'support', ''],
]) await post('/api/proxy/hyperlinks', {url, title, category, description, tags: []});

/** Returns a WAV file with a tone and its title, artist, album and number in INFO, as music programs write them. */
function wav(seconds, texts) {
  const chunk = (id, ...parts) => {
    const data = Buffer.concat(parts);
    const head = Buffer.alloc(8);
    head.write(id, 0, 'latin1');
    head.writeUInt32LE(data.length, 4);
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
  };
  const format = Buffer.alloc(16);
  [[1, 0], [1, 2], [8, 14]].forEach(([value, at]) => format.writeUInt16LE(value, at));
  [[8000, 4], [8000, 8]].forEach(([value, at]) => format.writeUInt32LE(value, at));
  format.writeUInt16LE(1, 12);
  const info = Object.entries(texts).map(([id, text]) => chunk(id, Buffer.from(`${text}\0`)));
  const samples = Buffer.from(Array.from({length: 8000 * seconds}, (_, at) => 128 + 100 * Math.sin(at / 6)));
  return chunk('RIFF', Buffer.from('WAVE'), chunk('fmt ', format), chunk('LIST', Buffer.from('INFO'), ...info), chunk('data', samples));
}
const {images: [cover]} = JSON.parse(await send('GET', `/api/proxy/products/${ids.Harbour}`));
for (const [track, title, album, seconds] of [
  [1, 'Difference', 'Engines', 4], [2, 'Analytical', 'Engines', 3], [3, 'Note G, and what follows from it in the years after', 'Engines', 5], [1, 'Rehearsal', '', 2],
]) {
  const body = new FormData();
  body.set('file', new Blob([wav(seconds, {INAM: title, IART: 'Ada Lovelace', IPRD: album, ITRK: track})]), `${title}.wav`);
  const {filename} = JSON.parse(await send('POST', '/audio/upload', body, {}));
  await send('PATCH', `/audio/${filename}`, JSON.stringify({listed: true, ...album && {cover}}));
}

/** Returns the first link of a page whose address contains a text. */
async function link(path, text) {
  const page = await (await fetch(address + path, {headers: {Accept: 'text/html'}})).text();
  return [...page.matchAll(/href="([^"]+)"/g)].map(([, href]) => href.replaceAll('&amp;', '&')).find(href => href.includes(text));
}
const next = new Date(new Date().getFullYear(), new Date().getMonth() + 1, 15).toISOString().slice(0, 7);
const month = `/book/intro?zone=Europe/Berlin&month=${next}`;
const slot = await link(month, 'start=');
const meeting = await form(slot, {name: 'Grace Hopper', email: 'grace@example.org', note: 'A compiler'});
const absent = await form(await link(month, 'start='), {name: 'Grace Hopper', email: 'grace@example.org', note: ''});
const cancel = await link(absent, 'cancel');
await fetch(address + cancel, {method: 'POST'});

const pages = {
  home: '/', book: '/book', 'book-month': month, 'book-embed': `${month}&embed=true`, 'book-form': await link(month, 'start='), meeting,
  'meeting-move': await link(meeting, 'move='), 'meeting-cancel': (await link(meeting, 'cancel')).replace(address, ''), 'meeting-cancelled': absent,
  shop, search: `${shop}?q=lighthouse&sort=cheapest`, nothing: `${shop}?q=zeppelin`, category: `${shop}?category=prints`,
  product: product('Lighthouse'), 'product-gone': product('Cards'), cart, 'order-placed': orders.placed, 'order-paid': orders.paid,
  'order-shipped': orders.shipped, 'order-delivered': orders.delivered, 'order-cancelled': orders.cancelled,
  'cart-gone': `/cart/${variant('Cards', 0)}:1`, review: `/storefront/reviews/${ids.Book}`,
  legal: '/legal/terms', status: '/status', link: '/r/talk+', 'link-expired': '/r/old', 'link-unknown': '/r/unknown',
  links: '/links', music: '/music',
  'error-missing': '/nowhere', 'error-invalid': `${shop}?limit=x`, docs: '/docs/guides/shop',
};
for (const path of Object.values(pages)) if (!path) throw new Error(JSON.stringify(pages));
await new Promise(done => setTimeout(done, 1500));
writeFileSync(file, JSON.stringify(pages, null, 2));
