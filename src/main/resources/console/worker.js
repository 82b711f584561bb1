/**
 * The console's service worker: shows push notifications and opens the console on click. It caches no files.
 */
const worker = /** @type {any} */ (globalThis);

worker.addEventListener('install', () => worker.skipWaiting());

worker.addEventListener('push', event => {
  const {id, title, body} = event.data.json();
  event.waitUntil(worker.registration.showNotification(title, {body, tag: id || 'test'}));
});

worker.addEventListener('notificationclick', event => {
  event.notification.close();
  event.waitUntil(worker.clients.openWindow('/console#/notifications'));
});
