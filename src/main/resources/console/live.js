/**
 * Event streams of the API. A closed stream is reopened and resumes after the last event received.
 * @module
 */
import {call, pause, session} from './api.js';
import {Problem} from './problems.js';

const MAX_PAUSE_SECONDS = 30;

/**
 * @typedef {object} Listener
 * @property {(data: any) => void} received handles an event's data
 * @property {(skipped: number | null) => void} gap the number of omitted events, null if unknown; the events can be fetched in pages
 * @property {(open: boolean) => void} state whether the stream is open
 */

/**
 * Listens until the signal aborts.
 * @param {string} path of a stream that needs a ticket, or of a public stream
 * @param {Listener} listener
 * @param {AbortSignal} signal
 * @param {boolean} [open] whether the stream is public
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
 * Opens one connection to a stream.
 * @param {string} address
 * @param {string} last ID of the last event so far
 * @param {AbortSignal} signal
 * @param {Listener} listener
 * @param {() => void} opened
 * @returns {Promise<string>} the ID of the last event, once the stream has closed
 */
function until(address, last, signal, listener, opened) {
  return new Promise(done => {
    const stream = new EventSource(address);
    const end = () => { stream.close(); signal.removeEventListener('abort', end); done(last); };
    signal.addEventListener('abort', end, {once: true});
    stream.onopen = () => { opened(); listener.state(true); };
    stream.onmessage = event => {
      last = event.lastEventId || last;
      listener.received(JSON.parse(event.data));
    };
    stream.addEventListener('gap', event => listener.gap(JSON.parse(event.data).skipped));
    // The browser would reconnect automatically, with a ticket that is already used.
    stream.onerror = end;
  });
}

/** Path of the notification stream. */
export const NOTIFICATIONS = '/api/proxy/notifications/stream';
