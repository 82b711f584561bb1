/**
 * Client for the public API: sends this tab's token and converts errors to messages.
 * @module
 */
import {Problem, parse, refusal} from './problems.js';
import {signed} from './webauthn.js';

for (const storage of ['localStorage', 'sessionStorage']) {
  try {
    globalThis[storage].getItem('');
  } catch {
    // The browser blocks it.
    const value = Object.create({getItem(name) { return this[name] ?? null; }, setItem(name, text) { this[name] = text; }, removeItem(name) { delete this[name]; }});
    Object.defineProperty(globalThis, storage, {value});
  }
}

const TOKEN = 'gatehouse.token';

/** The end of the token that was signed out last in this browser. */
const SIGNED_OUT = 'gatehouse.signed-out';
const END = -16;
const TIMEOUT_MS = 45000;
const SECONDS = 1000;
const NO_CONTENT = 204;
const KEY_BYTES = 16;

/** Time for other tabs to share their token with a new tab. */
const SHARE_MS = 150;

/** The error code of an action that needs a recent sign-in. */
const STALE = 'verification_required';

/** The error codes of a token that is no longer valid. */
const OVER = ['token_expired', 'token_revoked', 'credential_invalid'];

/** Returns the role of a token's bearer; empty without a token. */
const roleOf = (/** @type {string} */ token) => {
  try {
    const [, claims] = token.split('.');
    return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))).role;
  } catch {
    return '';
  }
};

/** Milliseconds that this machine's clock is behind the server's, from the Date header of the last response. */
let behind = 0;

/** Returns the current time of the server's clock. */
export const now = () => new Date(Date.now() + behind);

/** @param {string | null} date a response's Date header */
export function setClock(date) {
  behind = date ? Date.parse(date) - Date.now() : behind;
}

/**
 * The token of this tab, which all tabs of the browser share while they are open. Fires `expired` when the token is no longer valid, `in` after sign-in and `out` after sign-out.
 */
class Session extends EventTarget {
  #tabs = new BroadcastChannel('gatehouse.session');

  /** Whether the token has expired or was revoked. */
  #over = false;

  /** Whether the token is valid, but an action needs a recent sign-in. */
  stale = false;

  constructor() {
    super();
    const remembered = localStorage.getItem(TOKEN);
    if (remembered && !this.token) sessionStorage.setItem(TOKEN, remembered);
    this.#tabs.onmessage = ({data}) => this.#heard(data);
    // A suspended tab, or one of the browser's history, receives no message.
    for (const event of ['storage', 'pageshow', 'focus']) addEventListener(event, () => this.#look());
  }

  /** Signs out if another tab has signed out. */
  #look() {
    if (this.token && localStorage.getItem(SIGNED_OUT) === this.token.slice(END)) this.#forget();
  }

  /** @param {{ask?: boolean, token?: string, renewed?: boolean, replaced?: string, revoked?: boolean}} message of another tab */
  #heard({ask, token, renewed, replaced, revoked}) {
    if (ask && this.token && !this.#over) this.#tabs.postMessage({token: this.token});
    else if (token && (!this.token || (renewed && this.#over) || replaced === this.token)) this.#take(token);
    else if (revoked) this.#look();
  }

  /** Removes the token from this tab. Fires `out`. */
  #forget() {
    sessionStorage.removeItem(TOKEN);
    this.#over = false;
    this.stale = false;
    this.dispatchEvent(new Event('out'));
  }

  /** @param {string} token */
  #take(token) {
    sessionStorage.setItem(TOKEN, token);
    this.#over = false;
    this.stale = false;
    this.dispatchEvent(new Event('in'));
  }

  #expire() {
    this.#over = true;
    this.dispatchEvent(new Event('expired'));
  }

  /** Takes the token of another tab. Fires `in` if there is one. Returns whether this tab has a token. */
  async shared() {
    this.#tabs.postMessage({ask: true});
    await new Promise(done => {
      setTimeout(done, SHARE_MS);
      this.addEventListener('in', done, {once: true});
    });
    return Boolean(this.token);
  }

  /** @returns {string} empty when signed out */
  get token() {
    return sessionStorage.getItem(TOKEN) ?? '';
  }

  /** @returns {'operator' | 'visitor' | ''} controls what the pages show; the server checks access itself */
  get role() {
    return roleOf(this.token);
  }

  /**
   * Exchanges a code for a token.
   * @param {string} code the permanent or the daily code
   * @param {boolean} remember whether this device stays signed in
   */
  async signIn(code, remember) {
    this.#begin(await send('POST', '/api/proxy/auth/session', {code, remember}, ''), remember);
  }

  /**
   * Exchanges the signature of a passkey for a token.
   * @param {boolean} remember whether this device stays signed in
   */
  async signInWithPasskey(remember) {
    const options = await send('POST', '/api/proxy/auth/passkey/options', undefined, '');
    this.#begin(await send('POST', '/api/proxy/auth/passkey', {...await signed(options), remember}, ''), remember);
  }

  /** Whether this device stays signed in. */
  get remembered() {
    return localStorage.getItem(TOKEN) !== null;
  }

  /**
   * @param {{token: string}} reply
   * @param {boolean} remember
   */
  #begin({token}, remember) {
    const before = this.token;
    const visits = this.stale && roleOf(token) !== 'operator';
    // A sign-in before a destructive action replaces the session, but not the owner's by a visitor's.
    if (this.stale && before) send('POST', '/api/proxy/auth/logout', undefined, visits ? token : before).catch(() => undefined);
    if (visits) throw new Problem(403, 'The daily code gives visitor access. This action needs the permanent code or a passkey.');
    if (remember) localStorage.setItem(TOKEN, token);
    else localStorage.removeItem(TOKEN);
    this.#take(token);
    this.#tabs.postMessage({token, renewed: true, replaced: before});
  }

  /** Removes the token from all tabs, then revokes it. */
  async signOut() {
    const {token} = this;
    localStorage.removeItem(TOKEN);
    localStorage.setItem(SIGNED_OUT, token.slice(END));
    this.#tabs.postMessage({revoked: true});
    this.#forget();
    if (token) await send('POST', '/api/proxy/auth/logout', undefined, token);
  }

  /** Keeps a session without the sign-in that an action needs. Fires `kept`. */
  keep() {
    this.stale = false;
    this.#over = false;
    this.dispatchEvent(new Event('kept'));
  }

  /** Resolves after the next sign-in; rejects after a sign-out or `kept`. */
  renewed() {
    this.#expire();
    return new Promise((done, fail) => {
      const end = new AbortController();
      this.addEventListener('in', () => { end.abort(); done(undefined); }, {signal: end.signal});
      this.addEventListener('out', () => { end.abort(); fail(signedOut()); }, {signal: end.signal});
      this.addEventListener('kept', () => { end.abort(); fail(new Problem(403, 'Cancelled. Nothing was changed.')); }, {signal: end.signal});
    });
  }
}

export const session = new Session();

/**
 * Calls the API. If the token has expired, waits for the next sign-in and retries, so that no input is lost.
 * @template {string} M
 * @template {string} P
 * @param {M} method
 * @param {P} path
 * @param {object} [body]
 * @param {AbortSignal} [signal] cancels the request
 * @returns {Promise<import('replies').Reply<M, P>>} the response's JSON, typed by the contract
 */
export function call(method, path, body, signal) {
  return signedIn(token => send(method, path, body, token, {signal}));
}

/**
 * Calls the API with additional headers.
 * @template {string} M
 * @template {string} P
 * @param {M} method
 * @param {P} path
 * @param {Record<string, string>} headers
 * @param {object} [body]
 * @returns {Promise<import('replies').Reply<M, P>>}
 */
export function callWith(method, path, headers, body) {
  return signedIn(token => send(method, path, body, token, {headers}));
}

/**
 * Fetches a record with its ETag. Send the ETag back as If-Match to avoid overwriting concurrent changes.
 * @template {string} P
 * @param {P} path
 * @returns {Promise<{record: import('replies').Reply<'GET', P>, tag: string}>}
 */
export async function tagged(path) {
  let tag = '';
  const record = await signedIn(token => send('GET', path, undefined, token, {tagged: seen => { tag = seen; }}));
  return {record, tag};
}

/** Idempotency keys of requests with an unknown outcome, by request. */
const unanswered = new Map();

/**
 * Sends an idempotent POST. A repeat of a request without a response uses the same Idempotency-Key and gets the response
 * of the first request. For operations that accept an Idempotency-Key.
 * @template {string} P
 * @param {P} path
 * @param {object} [body]
 * @returns {Promise<import('replies').Reply<'POST', P>>} the response's JSON
 */
export async function once(path, body) {
  const request = `${path} ${JSON.stringify(body)}`;
  const key = unanswered.get(request) ?? randomKey();
  unanswered.set(request, key);
  try {
    const reply = await signedIn(token => send('POST', path, body, token, {key}));
    unanswered.delete(request);
    return reply;
  } catch (problem) {
    // After 504 the server does not store the outcome for this key, and after a rejection there is nothing to repeat.
    if (!(problem instanceof Problem) || ![0, 409, 503].includes(problem.status)) unanswered.delete(request);
    throw problem;
  }
}

/** `crypto.randomUUID` is available in secure contexts only. */
function randomKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), byte => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Runs an action that needs a token. If the token has expired, waits for the next sign-in and runs the action again. Rejects
 * if the tab is signed out, for example of several requests after the first.
 * @template T
 * @param {(token: string) => Promise<T>} action
 * @returns {Promise<T>}
 */
export async function signedIn(action) {
  const {token} = session;
  if (!token) throw signedOut();
  try {
    return await action(token);
  } catch (problem) {
    if (!(problem instanceof Problem) || !over(problem)) throw problem;
    if (token === session.token) {
      session.stale = problem.code === STALE;
      await session.renewed();
    }
    if (!session.token) throw signedOut();
    return action(session.token);
  }
}

const signedOut = () => new Problem(401, 'You are signed out.');

/** @param {Problem} problem */
function over(problem) {
  return problem.status === 401 || problem.code === STALE || OVER.includes(problem.code);
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object | undefined} body
 * @param {string} token
 * @param {{key?: string, signal?: AbortSignal, headers?: Record<string, string>, tagged?: (tag: string) => void}} [more] an
 *     Idempotency-Key; a signal that cancels the request; additional headers; a callback for the response's ETag
 * @returns {Promise<any>}
 */
async function send(method, path, body, token, {key = '', signal, headers: own, tagged: take} = {}) {
  /** @type {Record<string, string>} */
  const headers = {...own};
  if (key) headers['Idempotency-Key'] = key;
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body) headers['Content-Type'] = 'application/json';
  let reply;
  try {
    reply = await fetch(path, {
      method,
      headers,
      body: body && JSON.stringify(body),
      cache: 'no-store',
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])]),
    });
  } catch {
    throw new Problem(0, `The server is not responding.${advice(method, key)}`);
  }
  setClock(reply.headers.get('Date'));
  const json = parse(await reply.text().catch(() => ''));
  if (!reply.ok) throw refusal(reply.status, json, reply.headers.get('Retry-After'), method);
  if (json === undefined && reply.status !== NO_CONTENT) throw new Problem(0, `The response was incomplete.${advice(method, key)}`);
  take?.(reply.headers.get('ETag') ?? '');
  return json;
}

/**
 * Returns what to do after a request without a response.
 * @param {string} method
 * @param {string} key
 */
function advice(method, key) {
  if (key) return ' Try again: the action takes effect only once.';
  return method === 'GET' ? ' Try again.' : ' Check whether the action was completed before you try again.';
}

/**
 * Waits.
 * @param {number} seconds
 * @param {AbortSignal} signal ends the wait immediately
 * @returns {Promise<void>}
 */
export function pause(seconds, signal) {
  return new Promise(done => {
    const timer = setTimeout(done, seconds * SECONDS);
    signal.addEventListener('abort', () => { clearTimeout(timer); done(); }, {once: true});
  });
}
