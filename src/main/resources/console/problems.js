/**
 * What goes wrong, in words that say what to do.
 * @module
 */

const TIMED_OUT = 504;

/** An answer other than success, or none at all; its message is for the owner. */
export class Problem extends Error {
  /**
   * @param {number} status 0 where no answer came
   * @param {string} message
   * @param {number} [wait] seconds after which the server wants to be asked again; 0 where it does not say
   */
  constructor(status, message, wait = 0) {
    super(message);
    this.status = status;
    this.wait = wait;
  }

  /** Whether the same may succeed soon, as after a restart. */
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
 * What an answer says went wrong, and what to do.
 * @param {number} status
 * @param {any} json
 * @param {string | null} retryAfter
 * @param {string} [method] of what was asked
 * @returns {Problem}
 */
export function refusal(status, json, retryAfter, method) {
  const wait = Number(retryAfter) || 0;
  return new Problem(status, status === TIMED_OUT ? late(method) : reason(status, json, wait), wait);
}

/** @param {string} [method] */
const late = method => `The server took too long.${method === 'GET' ? ' Try again.' : ' Look whether it was done before you try again.'}`;

/**
 * @param {number} status
 * @param {any} json
 * @param {number} wait seconds
 */
function reason(status, json, wait) {
  const said = typeof json?.error === 'string' ? json.error : '';
  switch (status) {
    case 401:
      return json?.attemptsRemaining === undefined ? said : `This code opens nothing. ${tries(json)}`;
    case 412:
      return 'Somebody has changed it since you opened it. Open it again to see what it is now.';
    case 429:
      return `Too many requests. Try again in ${wait || 60} seconds.`;
    case 503:
      return wait || !said ? `The server is busy or about to restart. Try again${wait ? ` in ${wait} seconds` : ''}.` : said;
    default:
      return said || `The server answered ${status}. Try again; if it stays so, its log says more.`;
  }
}

/**
 * What to tell of something that was thrown.
 * @param {unknown} thrown
 * @returns {string}
 */
export function words(thrown) {
  if (thrown instanceof Problem) return thrown.message;
  console.error(thrown);
  return 'Something in this page went wrong. Reload it; the browser\'s console says more.';
}

/** @param {{banned: boolean, attemptsRemaining: number}} refusal */
function tries({banned, attemptsRemaining}) {
  return banned ? 'Your address is blocked now; wait, or free it by scripts/gatehouse unban.' : `${attemptsRemaining} tries are left.`;
}
