/**
 * Push notifications in this browser, which arrive even while the console is closed.
 * @module
 */
import {call} from './api.js';
import {Problem} from './problems.js';

const NONE = 404;
const NOT_ALLOWED = 403;
const SCOPE = '/console/';
const SUBSCRIPTIONS = '/api/proxy/push/subscriptions';

/** Trusted Types policy that allows only the console's service worker. */
const policy = globalThis.trustedTypes?.createPolicy('gatehouse-worker', {createScriptURL: () => `${SCOPE}worker.js`});

/** Whether this browser supports push notifications here: only over HTTPS or on the node's machine. */
export const canSubscribe = 'serviceWorker' in navigator && 'PushManager' in globalThis;

/** Returns this browser's subscription, or null. */
export async function subscription() {
  if (!canSubscribe) return null;
  const registration = await navigator.serviceWorker.getRegistration(SCOPE);
  return await registration?.pushManager.getSubscription() ?? null;
}

/** Enables push notifications in this browser. Throws a problem with a message if the browser or the user refuses. */
export async function subscribe() {
  if (await Notification.requestPermission() !== 'granted') {
    throw new Problem(NOT_ALLOWED, 'The browser blocks notifications from this page. Allow them in the address bar, then try again.');
  }
  const worker = /** @type {string} */ (policy?.createScriptURL('') ?? `${SCOPE}worker.js`);
  const registration = await navigator.serviceWorker.register(worker, {scope: SCOPE});
  await active(registration);
  const {publicKey} = await call('GET', '/api/proxy/push/key');
  let made;
  try {
    made = await registration.pushManager.subscribe({userVisibleOnly: true, applicationServerKey: publicKey});
  } catch (problem) {
    throw new Problem(NOT_ALLOWED, `The browser's push service rejected the subscription: ${/** @type {Error} */ (problem).message}`);
  }
  try {
    await call('POST', SUBSCRIPTIONS, made.toJSON());
  } catch (problem) {
    // Otherwise the browser would have a subscription that the node does not know.
    await made.unsubscribe();
    throw problem;
  }
}

/** Disables push notifications in this browser. */
export async function unsubscribe() {
  const made = await subscription();
  if (!made) return;
  await call('DELETE', SUBSCRIPTIONS, {endpoint: made.endpoint}).catch(problem => {
    // The owner may have deleted the subscription from another browser.
    if (!(problem instanceof Problem) || problem.status !== NONE) throw problem;
  });
  await made.unsubscribe();
}

/** @param {ServiceWorkerRegistration} registration */
function active(registration) {
  const worker = registration.installing ?? registration.waiting;
  if (registration.active || !worker) return undefined;
  return new Promise(done => worker.addEventListener('statechange', () => worker.state === 'activated' && done(undefined)));
}
