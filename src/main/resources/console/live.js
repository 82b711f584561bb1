/**
 * Event streams of the API. A stream that ends is opened again, and what was stored meanwhile comes first.
 * @module
 */
import {call, pause, session} from './api.js';
import {Problem} from './problems.js';

const MAX_PAUSE_SECONDS = 30;

/**
 * @typedef {object} Listener
 * @property {(data: any) => void} told an event's data
 * @property {(skipped: number | null) => void} gap so many events were left out, or nobody knows how many; pages have them
 * @property {(open: boolean) => void} state
 */

/**
 * Listens until the signal ends it.
 * @param {string} path of a stream that takes a ticket, or of a public one
 * @param {Listener} listener
 * @param {AbortSignal} signal
 * @param {boolean} [open] whether everybody may listen
 */
export async function listen(path, listener, signal, open = false) {
  let last = '';
  let seconds = 1;
  while (!signal.aborted) {
    try {
      const query = new URLSearchParams(open ? {} : {ticket: (await call('POST', '/api/proxy/auth/ticket')).ticket});
      if (signal.aborted) return;
      if (last) query.set('lastEventId', last);
      last = await until(`${path}?${query}`, last, signal, listener, () => { seconds = 1; });
    } catch (problem) {
      if (!session.token || !(problem instanceof Problem)) return;
    }
    listener.state(false);
    await pause(seconds, signal);
    seconds = Math.min(seconds * 2, MAX_PAUSE_SECONDS);
  }
}

/**
 * One stream.
 * @param {string} address
 * @param {string} last the id of the last event so far
 * @param {AbortSignal} signal
 * @param {Listener} listener
 * @param {() => void} opened
 * @returns {Promise<string>} the id of the last event, when it has ended
 */
function until(address, last, signal, listener, opened) {
  return new Promise(done => {
    const stream = new EventSource(address);
    const end = () => { stream.close(); signal.removeEventListener('abort', end); done(last); };
    signal.addEventListener('abort', end, {once: true});
    stream.onopen = () => { opened(); listener.state(true); };
    stream.onmessage = event => {
      last = event.lastEventId || last;
      listener.told(JSON.parse(event.data));
    };
    stream.addEventListener('gap', event => listener.gap(JSON.parse(event.data).skipped));
    // A browser would try again by itself, with a ticket that is used up.
    stream.onerror = end;
  });
}

/** The stream of notifications. */
export const NOTIFICATIONS = '/api/proxy/notifications/stream';
