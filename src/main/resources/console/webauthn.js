/**
 * Passkeys (Web Authentication) in this browser.
 * @module
 */
import {Problem} from './problems.js';

/** TypeScript does not know the JSON forms. @type {any} */
const Credential = globalThis.PublicKeyCredential;

/** Whether this browser supports passkeys here: only over HTTPS or on localhost. */
export const canUsePasskeys = isSecureContext && Boolean(Credential?.parseRequestOptionsFromJSON);

/** @type {Record<string, string>} */
const MESSAGES = {
  NotAllowedError: 'The passkey request was cancelled or has timed out. Try again.',
  InvalidStateError: 'This device already has a passkey for the console.',
  SecurityError: 'Passkeys belong to the public URL of the service. Open the console there.',
};

/**
 * Lets an authenticator create a passkey.
 * @param {object} options from the API
 */
export async function created(options) {
  const {response} = await result(navigator.credentials.create({publicKey: Credential.parseCreationOptionsFromJSON(options)}));
  const {clientDataJSON, attestationObject, transports} = response;
  return {clientDataJSON, attestationObject, transports};
}

/**
 * Lets an authenticator sign a challenge.
 * @param {object} options from the API
 */
export async function signed(options) {
  const {id, response} = await result(navigator.credentials.get({publicKey: Credential.parseRequestOptionsFromJSON(options)}));
  const {clientDataJSON, authenticatorData, signature} = response;
  return {id, clientDataJSON, authenticatorData, signature};
}

/** @param {Promise<any>} request */
async function result(request) {
  try {
    return (await request).toJSON();
  } catch (problem) {
    const {name, message} = /** @type {Error} */ (problem);
    throw new Problem(0, MESSAGES[name] ?? `The browser rejected the passkey request: ${message}`);
  }
}
