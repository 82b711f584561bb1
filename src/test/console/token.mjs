/**
 * Buys a token, as every client of the API does.
 * @param {string} address of the node
 * @param {string} code that signs in
 * @returns {Promise<string>}
 */
export async function token(address, code) {
  const headers = {'Content-Type': 'application/json'};
  const reply = await fetch(`${address}/api/proxy/auth/validate-access`, {method: 'POST', headers, body: JSON.stringify({code})});
  return (await reply.json()).token;
}
