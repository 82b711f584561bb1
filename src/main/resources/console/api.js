/**
 * The public API as the console asks it: with the token of this tab, and with errors in words.
 * @module
 */
import {Problem, parse, refusal} from './problems.js';

const TOKEN = 'gatehouse.token';
const TIMEOUT_MS = 45000;
const SECONDS = 1000;
const KEY_BYTES = 16;

/** What the server says of a token that opens nothing any more. */
const OVER = ['the token has expired', 'the token is revoked', 'the credential is wrong'];

/** How far this machine's clock is behind the server's, as its last answer has it. */
let behind = 0;

/** The time by the server's clock. */
export const now = () => new Date(Date.now() + behind);

/** @param {string | null} date an answer's Date */
export function setClock(date) {
  behind = date ? Date.parse(date) - Date.now() : behind;
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
 * @template {string} M
 * @template {string} P
 * @param {M} method
 * @param {P} path
 * @param {object} [body]
 * @param {AbortSignal} [signal] ends it when nobody wants the answer any more
 * @returns {Promise<import('replies').Reply<M, P>>} the answer's JSON, as the contract has it
 */
export function call(method, path, body, signal) {
  return signedIn(token => send(method, path, body, token, {signal}));
}

/**
 * The same with headers of its own.
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
 * A record with its tag, which goes back as If-Match so that nobody's change is written over.
 * @template {string} P
 * @param {P} path
 * @returns {Promise<{record: import('replies').Reply<'GET', P>, tag: string}>}
 */
export async function tagged(path) {
  let tag = '';
  const record = await signedIn(token => send('GET', path, undefined, token, {tagged: seen => { tag = seen; }}));
  return {record, tag};
}

/** The keys of requests of which nobody knows whether they were carried out, by the requests. */
const unanswered = new Map();

/**
 * Posts what is to be done once, however often it is sent: a repeat of what got no answer goes under the same key, and is
 * answered as the first was. For operations that take an Idempotency-Key.
 * @template {string} P
 * @param {P} path
 * @param {object} [body]
 * @returns {Promise<import('replies').Reply<'POST', P>>} the answer's JSON
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
    // After 504 the server knows no more of this key than we do, and after a refusal there is nothing to repeat.
    if (!(problem instanceof Problem) || ![0, 409, 503].includes(problem.status)) unanswered.delete(request);
    throw problem;
  }
}

/** `crypto.randomUUID` is there over TLS alone. */
function randomKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), byte => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Does what needs a token. Where the token has ended, it waits for the next sign-in and does it again.
 * @template T
 * @param {(token: string) => Promise<T>} action
 * @returns {Promise<T>}
 */
export async function signedIn(action) {
  const token = session.token;
  try {
    return await action(token);
  } catch (problem) {
    if (!(problem instanceof Problem) || !over(problem)) throw problem;
    if (token === session.token) await session.renewed();
    return action(session.token);
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
 * @param {{key?: string, signal?: AbortSignal, headers?: Record<string, string>, tagged?: (tag: string) => void}} [more] a key,
 *     which makes a repeat do nothing; what ends the wait; more headers; what takes the ETag of the answer
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
    throw new Problem(0, `The server does not answer.${advice(method, key)}`);
  }
  setClock(reply.headers.get('Date'));
  const json = parse(await reply.text().catch(() => ''));
  if (!reply.ok) throw refusal(reply.status, json, reply.headers.get('Retry-After'), method);
  if (json === undefined) throw new Problem(0, `The answer was cut short.${advice(method, key)}`);
  take?.(reply.headers.get('ETag') ?? '');
  return json;
}

/**
 * What to do about a request that got no answer.
 * @param {string} method
 * @param {string} key
 */
function advice(method, key) {
  if (key) return ' Try again: it is done once, even if it was done already.';
  return method === 'GET' ? ' Try again.' : ' Look whether it was done before you try again.';
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
