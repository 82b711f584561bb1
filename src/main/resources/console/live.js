/**
 * Notifications as they are stored. A stream that ends is opened again, and what was stored meanwhile comes first.
 * @module
 */
import {Problem, call, pause, session} from './api.js';

const MOST_SECONDS = 30;

/**
 * @typedef {{id: string, title: string, body: string, source: string, createdAt: string}} Told
 * @typedef {{told: (notification: Told) => void, state: (open: boolean) => void}} Listener
 */

/**
 * Listens until the signal ends it.
 * @param {Listener} listener
 * @param {AbortSignal} signal
 */
export async function listen(listener, signal) {
  let last = '';
  let seconds = 1;
  while (!signal.aborted) {
    try {
      const {ticket} = await call('POST', '/api/proxy/auth/ticket');
      if (signal.aborted) return;
      const query = new URLSearchParams(last ? {ticket, lastEventId: last} : {ticket});
      last = await until(query, last, signal, listener, () => { seconds = 1; });
    } catch (problem) {
      if (!session.token || !(problem instanceof Problem)) return;
    }
    listener.state(false);
    await pause(seconds, signal);
    seconds = Math.min(seconds * 2, MOST_SECONDS);
  }
}

/**
 * One stream.
 * @param {URLSearchParams} query
 * @param {string} last the id of the last event so far
 * @param {AbortSignal} signal
 * @param {Listener} listener
 * @param {() => void} opened
 * @returns {Promise<string>} the id of the last event, when it has ended
 */
function until(query, last, signal, listener, opened) {
  return new Promise(done => {
    const stream = new EventSource(`/api/proxy/notifications/stream?${query}`);
    const end = () => { stream.close(); done(last); };
    signal.addEventListener('abort', end, {once: true});
    stream.onopen = () => { opened(); listener.state(true); };
    stream.onmessage = event => {
      last = event.lastEventId || last;
      listener.told(JSON.parse(event.data));
    };
    // A browser would try again by itself, with a ticket that is used up.
    stream.onerror = end;
  });
}
