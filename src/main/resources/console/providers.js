/**
 * Providers that are off: the pages that need them say how to set them up, and send no requests.
 * @module
 */
import {html} from 'lit';
import {call} from './api.js';
import {address} from './page.js';

/**
 * Returns whether integrations are off on all nodes.
 * @param {string[]} names
 */
export async function areOff(names) {
  const {integrations} = await call('GET', '/api/proxy/node/integrations');
  return integrations.every(({name, configured}) => !configured || !names.includes(name));
}

/** @param {string} text what the page shows with a provider, and its setting */
export const setUp = text => html`<gh-empty icon="plug" text=${text}
  .action=${html`<a role="button" class="outline small" href=${address('integrations')}>Open integrations</a>`}></gh-empty>`;
