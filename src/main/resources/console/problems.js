/**
 * Error messages for the user, with the next step.
 * @module
 */

const TIMED_OUT = 504;

/** Status of a change to a record that has changed meanwhile. */
export const CHANGED = 412;

/** A failed request: an error response or no response. The message is shown to the user. */
export class Problem extends Error {
  /**
   * @param {number} status HTTP status; 0 if there was no response
   * @param {string} message
   * @param {number} [wait] the response's Retry-After in seconds; 0 if absent
   * @param {string} [code] error code of the API; empty if there was no response
   */
  constructor(status, message, wait = 0, code = '') {
    super(message);
    this.status = status;
    this.wait = wait;
    this.code = code;
  }

  /** Whether a retry may succeed soon, for example after a restart. */
  get passing() {
    return this.status === 0 || this.wait > 0 || this.status === TIMED_OUT;
  }
}

/** @param {string} text */
export function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Converts an error response to a problem.
 * @param {number} status
 * @param {any} json
 * @param {string | null} retryAfter
 * @param {string} [method] of the request
 * @returns {Problem}
 */
export function refusal(status, json, retryAfter, method) {
  const wait = Number(retryAfter) || 0;
  const code = typeof json?.code === 'string' ? json.code : '';
  return new Problem(status, status === TIMED_OUT ? late(method) : reason(status, json, wait), wait, code);
}

/** @param {string} [method] */
const late = method => `The server timed out.${method === 'GET' ? ' Try again.' : ' Check whether the action was completed before you try again.'}`;

/**
 * @param {number} status
 * @param {any} json
 * @param {number} wait seconds
 */
function reason(status, json, wait) {
  const said = typeof json?.error === 'string' ? json.error : '';
  switch (status) {
    case 401:
      return json?.attemptsRemaining === undefined ? said : `Invalid code. ${tries(json)}`;
    case CHANGED:
      return 'This item has changed since you opened it. Reload it to see the current version. Your input is kept.';
    case 429:
      return `Too many requests. Try again in ${wait || 60} seconds.`;
    case 503:
      return wait || !said ? `The server is busy or restarting. Try again${wait ? ` in ${wait} seconds` : ''}.` : said;
    default:
      return said || `The server returned status ${status}. Try again. If the problem persists, check the server log.`;
  }
}

/**
 * Returns the message for a thrown value.
 * @param {unknown} thrown
 * @returns {string}
 */
export function words(thrown) {
  if (thrown instanceof Problem) return thrown.message;
  console.error(thrown);
  return 'Something went wrong on this page. Reload it. See the browser console for details.';
}

/** @param {{banned: boolean, attemptsRemaining: number}} refusal */
function tries({banned, attemptsRemaining}) {
  return banned ? 'Your address is now blocked. Wait, or unblock it with scripts/gatehouse unban.' : `Attempts left: ${attemptsRemaining}.`;
}
