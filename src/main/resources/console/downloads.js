/**
 * Downloads that need a token, which a plain link cannot send.
 * @module
 */
import {signedIn} from './api.js';
import {Problem, parse, refusal} from './problems.js';

const FILE_TIMEOUT_MS = 120_000;

/**
 * Fetches a whole file.
 * @param {string} method
 * @param {string} path
 * @returns {Promise<{blob: Blob, name: string}>}
 */
export function fetchFile(method, path) {
  return signedIn(async token => {
    const reply = await answer(method, path, {Authorization: `Bearer ${token}`}, AbortSignal.timeout(FILE_TIMEOUT_MS));
    const [, name] = /filename="([^"]*)"/.exec(reply.headers.get('Content-Disposition') ?? '') ?? ['', 'download'];
    return {blob: await whole(reply.blob()), name};
  });
}

/**
 * Fetches a file and saves it.
 * @param {string} path
 */
export async function download(path) {
  const {blob, name} = await fetchFile('GET', path);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}

async function answer(method, path, headers, signal) {
  const reply = await fetch(path, {method, headers, cache: 'no-store', signal}).catch(() => {
    throw new Problem(0, 'The server is not responding. Try again.');
  });
  if (!reply.ok) throw refusal(reply.status, parse(await whole(reply.text())), reply.headers.get('Retry-After'), method);
  return reply;
}

/**
 * @template T
 * @param {Promise<T>} body
 * @returns {Promise<T>}
 */
const whole = body => body.catch(() => {
  throw new Problem(0, 'The response was incomplete. Try again.');
});
