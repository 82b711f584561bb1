/**
 * Counts of what waits for the owner, for the badges of the navigation and the page Today.
 * @module
 */
import {call, pause, session} from './api.js';
import {AREAS_OFF} from './extensions.js';

const LOOK_SECONDS = 60;

/** Starts of paths by the area. @type {Record<string, string>} */
const PATHS = {commerce: '/api/proxy/reviews', storefront: '/api/proxy/storefront'};

/** Sources by name of the count. @type {Record<string, string>} */
const COUNTS = Object.fromEntries(Object.entries({
  orders: '/api/proxy/storefront/orders?state=paid&limit=1',
  placed: '/api/proxy/storefront/orders?state=placed&limit=1',
  reviews: '/api/proxy/reviews/moderation?limit=1',
  mails: '/api/proxy/email/outbox?state=dead&limit=1',
  delayed: '/api/proxy/email/outbox?state=delayed&limit=1',
  unread: '/api/proxy/notifications/preferences',
}).filter(([, path]) => !AREAS_OFF.some(area => path.startsWith(PATHS[area]))));

/** The counts. Fires `change`. */
class Attention extends EventTarget {
  /** @type {Record<string, number>} */
  counts = {};
  #running = false;
  /** Requests in progress, which Today and the navigation share. @type {Record<string, Promise<any>>} */
  #asked = {};

  /**
   * Fetches counts one after another, because each request with an invalid token counts as a failed attempt.
   * @param {string[]} [names]
   */
  async look(names = Object.keys(COUNTS)) {
    if (session.role !== 'operator') return;
    for (const name of names.filter(known => COUNTS[known])) {
      this.#asked[name] ??= call('GET', COUNTS[name]).finally(() => { delete this.#asked[name]; });
      const reply = await this.#asked[name];
      this.counts = {...this.counts, [name]: reply.pagination?.total ?? reply[name]};
    }
    this.dispatchEvent(new Event('change'));
  }

  /** Fetches the counts every minute while the tab is visible and signed in. */
  async start() {
    if (this.#running) return;
    this.#running = true;
    while (session.token) {
      // The badges keep the previous counts while the server is unavailable. Each page reports the failure itself.
      if (!document.hidden) await this.look().catch(() => undefined);
      await pause(LOOK_SECONDS, new AbortController().signal);
    }
    this.#running = false;
    this.counts = {};
  }
}

export const attention = new Attention();
