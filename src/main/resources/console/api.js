/**
 * The public API as the console asks it: with the token of this tab, and with errors in words.
 * @module
 */

const TOKEN = 'gatehouse.token';
const TIMEOUT_MS = 45000;
const SECONDS = 1000;

/** What the server says of a token that opens nothing any more. */
const OVER = ['the token has expired', 'the token is revoked', 'the credential is wrong'];

/** An answer other than success, or none at all; its message is for the owner. */
export class Problem extends Error {
  /**
   * @param {number} status 0 where no answer came
   * @param {string} message
   */
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/**
 * The token of this tab. Tells `expired` when it opens nothing any more, `in` after a sign-in and `out` after a sign-out.
 */
class Session extends EventTarget {
  /** @returns {string} empty where nobody is signed in */
  get token() {
    return sessionStorage.getItem(TOKEN) ?? '';
  }

  /** @returns {'operator' | 'visitor' | ''} for what the pages show; the server judges by itself */
  get role() {
    try {
      const [, claims] = this.token.split('.');
      return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))).role;
    } catch {
      return '';
    }
  }

  /**
   * Buys a token.
   * @param {string} code the permanent or the daily one
   */
  async signIn(code) {
    const reply = await send('POST', '/api/proxy/auth/validate-access', {code}, '');
    sessionStorage.setItem(TOKEN, reply.token);
    this.dispatchEvent(new Event('in'));
  }

  /** Revokes the token and forgets it, in this order: one that could not be revoked is forgotten all the same. */
  async signOut() {
    const token = this.token;
    try {
      if (token) await send('POST', '/api/proxy/auth/logout', undefined, token);
    } finally {
      sessionStorage.removeItem(TOKEN);
      this.dispatchEvent(new Event('out'));
    }
  }

  /** Ends when somebody has signed in again; fails when he has signed out instead. */
  renewed() {
    this.dispatchEvent(new Event('expired'));
    return new Promise((done, fail) => {
      const end = new AbortController();
      this.addEventListener('in', () => { end.abort(); done(undefined); }, {signal: end.signal});
      this.addEventListener('out', () => { end.abort(); fail(new Problem(401, 'You have signed out.')); }, {signal: end.signal});
    });
  }
}

export const session = new Session();

/**
 * Asks the API. Where the token has ended, it waits for the next sign-in and asks again, so that nothing typed is lost.
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<any>} the answer's JSON
 */
export async function call(method, path, body) {
  const token = session.token;
  try {
    return await send(method, path, body, token);
  } catch (problem) {
    if (!(problem instanceof Problem) || !over(problem)) throw problem;
    if (token === session.token) await session.renewed();
    return send(method, path, body, session.token);
  }
}

/** @param {Problem} problem */
function over(problem) {
  return problem.status === 401 || (problem.status === 403 && OVER.includes(problem.message));
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object | undefined} body
 * @param {string} token
 */
async function send(method, path, body, token) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body) headers['Content-Type'] = 'application/json';
  let reply;
  let text;
  try {
    reply = await fetch(path, {
      method,
      headers,
      body: body && JSON.stringify(body),
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    text = await reply.text();
  } catch {
    const unknown = method === 'GET' ? '' : ' Look whether it was done before you try again.';
    throw new Problem(0, `The server does not answer.${unknown}`);
  }
  const json = parse(text);
  if (!reply.ok) throw new Problem(reply.status, refusal(reply, json));
  if (json === undefined) throw new Problem(0, 'The answer was cut short. Try again.');
  return json;
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * What an answer says went wrong, and what to do.
 * @param {Response} reply
 * @param {any} json
 */
function refusal(reply, json) {
  const said = typeof json?.error === 'string' ? json.error : '';
  const wait = Number(reply.headers.get('Retry-After')) || 0;
  switch (reply.status) {
    case 401:
      return json?.attemptsRemaining === undefined ? said : `This code opens nothing. ${tries(json)}`;
    case 429:
      return `Too many requests. Try again in ${wait || 60} seconds.`;
    case 503:
      return `The server is busy or about to restart. Try again${wait ? ` in ${wait} seconds` : ''}.`;
    case 504:
      return 'The server took too long. Look whether it was done before you try again.';
    default:
      return said || `The server answered ${reply.status}. Try again; if it stays so, its log says more.`;
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

/**
 * Waits.
 * @param {number} seconds
 * @param {AbortSignal} signal ends the wait at once
 * @returns {Promise<void>}
 */
export function pause(seconds, signal) {
  return new Promise(done => {
    const timer = setTimeout(done, seconds * SECONDS);
    signal.addEventListener('abort', () => { clearTimeout(timer); done(); }, {once: true});
  });
}
