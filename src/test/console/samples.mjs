// Fills a node with what the pictures show: node samples.mjs ADDRESS CODE
const [address, code] = process.argv.slice(2);
let token = '';
({token} = await send('POST', '/api/proxy/auth/validate-access', {code}));
const day = shift => new Date(Date.now() + shift * 86_400_000).toISOString().slice(0, 10);

async function send(method, path, body) {
  const reply = await fetch(address + path, {
    method,
    headers: {'Content-Type': 'application/json', ...token ? {Authorization: `Bearer ${token}`} : {}},
    body: body && JSON.stringify(body),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`);
  return JSON.parse(text);
}

for (const [title, body] of [
  ['Backup finished', '312 files, 1.4 GB, nothing new since yesterday.'],
  ['The bot has closed a position', 'SPY, 100 shares, +1.8 %.'],
  ['Print shop: five new orders', 'Four of the paperback, one of the poster.'],
]) await send('POST', '/api/proxy/notify', {title, body});

for (const [title, shift, hour] of [['Dentist', 1, 9], ['Call with Ada', 1, 15], ['Lunch with Grace', 2, 12], ['Review of the book', 4, 10]]) {
  const start = `${day(shift)}T${String(hour).padStart(2, '0')}:00:00`;
  const end = `${day(shift)}T${String(hour + 1).padStart(2, '0')}:00:00`;
  await send('POST', '/api/proxy/calendar/create-event', {eventData: {title, startTime: start, endTime: end}});
}

for (const [name, price, stock, category, description] of [
  ['The Book, paperback', 14.9, {paperback: 40}, 'books', 'Second edition, with the chapter on boats.'],
  ['Poster of the lighthouse', 24, {A2: 12, A1: 3}, 'prints', 'Matt paper, sent in a tube.'],
  ['T-shirt', 19.99, {S: 4, M: 9, L: 0}, 'shirts', 'Soft, and the print has survived ten washes.'],
  ['Mug', 9.5, {blue: 7, white: 2}, 'kitchen', ''],
]) await send('POST', '/api/proxy/products', {name, price, stock, category, description});

for (const [amount, category, description, vendor] of [
  [42.5, 'supplies', 'Mailers and tape', 'Corner store'], [120, 'advertising', 'Two weeks of the banner', 'Local paper'],
  [18.2, 'shipping', 'Customs of the poster', 'Post'],
]) await send('POST', '/api/proxy/printshop/expenditures', {date: day(-3), amount, category, description, vendor});

await send('POST', '/api/proxy/hire', {
  name: 'Grace Hopper', email: 'grace@example.org', company: 'Navy', projectType: 'compiler', budget: '5k-10k',
  description: 'A compiler for a language that reads like English.',
});
await send('POST', '/api/proxy/keys', {name: 'trading-bot', scopes: ['notify']});
