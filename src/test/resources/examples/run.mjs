// Runs the blocks of blocks.json, and prints "@@ block status code" for each request.
import {readFileSync} from 'node:fs';

const {BASE, KEY, TOKEN, TICKET} = process.env;
const Program = Object.getPrototypeOf(async () => {}).constructor;
const result = (number, status, code) => console.log(`\n@@ ${number} ${status} ${code ?? ''}`);

/** Node.js has no EventSource. This one ends after the status. */
const streamOf = number => class {
  constructor(url) {
    const end = new AbortController();
    streams.push(fetch(url, {headers: {Accept: 'text/event-stream'}, signal: end.signal}).then(reply => {
      result(number, reply.status);
      end.abort();
    }));
  }
};
const streams = [];

for (const [number, {text, file}] of JSON.parse(readFileSync('blocks.json', 'utf8')).entries()) {
  const observed = async (...request) => {
    const reply = await fetch(...request);
    result(number, reply.status, reply.ok ? '' : (await reply.clone().json()).code);
    return reply;
  };
  const blob = new File([readFileSync(file)], file);
  const names = ['BASE', 'KEY', 'TOKEN', 'TICKET', 'file', 'fetch', 'EventSource', 'console'];
  // The examples after it still need the other token.
  const token = text.includes('/auth/logout') ? process.env.SECOND : TOKEN;
  await new Program(...names, text)(BASE, KEY, token, TICKET, blob, observed, streamOf(number), {log() {}});
}
await Promise.all(streams);
