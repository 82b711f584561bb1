/**
 * This browser among those that are told by push, also when the console is closed.
 * @module
 */
import {call} from './api.js';
import {Problem} from './problems.js';

const NONE = 404;
const NOT_ALLOWED = 403;
const SCOPE = '/console/';
const SUBSCRIPTIONS = '/api/proxy/push/subscriptions';

/** Says which scripts may become a service worker: ours. */
const policy = globalThis.trustedTypes?.createPolicy('gatehouse-worker', {createScriptURL: () => `${SCOPE}worker.js`});

/** Whether this browser can be told by push: only over https, or on the machine itself. */
export const canSubscribe = 'serviceWorker' in navigator && 'PushManager' in globalThis;

/** The subscription of this browser, if it has one. */
export async function subscription() {
  if (!canSubscribe) return null;
  const registration = await navigator.serviceWorker.getRegistration(SCOPE);
  return await registration?.pushManager.getSubscription() ?? null;
}

/** Has this browser told from now on; fails with words where it or its owner does not want to. */
export async function subscribe() {
  if (await Notification.requestPermission() !== 'granted') {
    throw new Problem(NOT_ALLOWED, 'The browser does not let this page show notifications: allow it beside the address, then try again.');
  }
  const worker = /** @type {string} */ (policy?.createScriptURL('') ?? `${SCOPE}worker.js`);
  const registration = await navigator.serviceWorker.register(worker, {scope: SCOPE});
  await active(registration);
  const {publicKey} = await call('GET', '/api/proxy/push/key');
  let made;
  try {
    made = await registration.pushManager.subscribe({userVisibleOnly: true, applicationServerKey: publicKey});
  } catch (problem) {
    throw new Problem(NOT_ALLOWED, `The browser's push service refuses: ${/** @type {Error} */ (problem).message}`);
  }
  try {
    await call('POST', SUBSCRIPTIONS, made.toJSON());
  } catch (problem) {
    // Else the browser would hold for told what the node knows nothing of.
    await made.unsubscribe();
    throw problem;
  }
}

/** Has this browser told nothing any more. */
export async function unsubscribe() {
  const made = await subscription();
  if (!made) return;
  await call('DELETE', SUBSCRIPTIONS, {endpoint: made.endpoint}).catch(problem => {
    // The owner may have ended it from another browser.
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
