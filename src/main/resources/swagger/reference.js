/**
 * Reference of the API: lists the operations of /openapi.json, and sends requests. It has no dependencies.
 * @module
 */
const METHODS = ['get', 'put', 'post', 'patch', 'delete'];
const TOKEN = 'gatehouse.token';
const MAX_SHOWN = 200_000;
const MAX_DEPTH = 6;
const SEARCH_MS = 100;

const byId = id => document.getElementById(id);
const token = byId('token');
const key = byId('key');

let contract = {};

/**
 * Creates an element.
 * @param {string} name
 * @param {Record<string, any>} properties those with a hyphen are attributes
 * @param {...(Node | string)} children
 */
function made(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [property, value] of Object.entries(properties)) {
    if (property.includes('-')) element.setAttribute(property, value);
    else element[property] = value;
  }
  element.append(...children);
  return element;
}

/** Returns a part of the contract behind its references. */
function resolved(part) {
  return part?.$ref ? resolved(part.$ref.slice(2).split('/').reduce((at, name) => at[name], contract)) : part ?? {};
}

/** Returns an example of a schema. */
function example(schema, depth = 0) {
  const {example: own, examples, default: preset, enum: values, type, properties = {}, items, oneOf, allOf, required = [], format, minimum} = resolved(schema);
  const given = own ?? examples?.[0] ?? preset ?? values?.[0];
  if (given !== undefined || depth > MAX_DEPTH) return given ?? null;
  if (oneOf ?? allOf) return example((oneOf ?? allOf)[0], depth + 1);
  switch ([type].flat()[0]) {
    case 'object': return Object.fromEntries(Object.keys(properties).filter(name => required.includes(name)).map(name => [name, example(properties[name], depth + 1)]));
    case 'array': return [example(items, depth + 1)];
    case 'integer': case 'number': return minimum ?? 1;
    case 'boolean': return true;
    default: return {date: '2026-12-24', 'date-time': '2026-12-24T15:00:00Z', 'date-time-local': '2026-12-24T15:00:00'}[format] ?? 'text';
  }
}

/** Returns a description as paragraphs, with the code that backticks mark. */
function prose(text = '') {
  return text.trim().split(/\n\s*\n/).filter(Boolean).map(paragraph => made('p', {}, ...paragraph.split('`').map((part, index) => (
    index % 2 ? made('code', {}, part) : part))));
}

/** Returns who may send a request. */
function access({security, 'x-roles': roles, 'x-scopes': scopes}) {
  if (security && !security.length) return 'Public.';
  const tokens = `Tokens of ${(roles ?? ['operator']).map(role => `${role}s`).join(' and ')}`;
  if (security && !security.some(scheme => scheme.key)) return `${tokens}.`;
  return `${tokens}; ${scopes ? `API keys with the scope ${scopes.join(' or ')}, or without scopes` : 'API keys without scopes'}.`;
}

/** Returns the field of a parameter or of a part of a form. */
function field(name, where, schema, {required, description} = {}) {
  const {enum: values, type, format, contentMediaType, default: preset} = resolved(schema);
  const choice = values ?? ([type].flat().includes('boolean') ? ['true', 'false'] : undefined);
  const properties = {required: Boolean(required), 'data-where': where, 'data-name': name};
  const input = choice ? made('select', properties, ...[...required ? [] : [''], ...choice].map(value => made('option', {value}, String(value))))
    : made('input', {...properties, type: format === 'binary' || contentMediaType ? 'file' : 'text', placeholder: preset ?? '', autocomplete: 'off'});
  const {example: own, examples} = resolved(schema);
  if (required) input.value = own ?? examples?.[0] ?? input.value;
  return made('label', {}, `${name}${required ? ' (required)' : ''} `, made('span', {className: 'quiet'}, `${where}. ${(description ?? '').trim()}`), input);
}

/** Returns the fields of a body, by its type. */
function bodyFields(body) {
  const [type, {schema}] = Object.entries(body.content)[0];
  if (type === 'application/json') {
    const text = JSON.stringify(example(schema), null, 2);
    return [made('label', {}, 'Body ', made('textarea', {rows: Math.min(text.split('\n').length + 1, 16), value: text, 'data-where': 'body', 'data-type': type, spellcheck: false}))];
  }
  if (type === 'multipart/form-data') {
    const {properties = {}, required = []} = resolved(schema);
    return Object.entries(properties).map(([name, part]) => field(name, 'form', part, {required: required.includes(name), description: resolved(part).description}));
  }
  return [made('label', {}, `Body (${type}) `, made('input', {type: 'file', 'data-where': 'file', 'data-type': type}))];
}

/** Returns the request that the fields of a form describe. */
function request(form, method, path) {
  const headers = {};
  const query = new URLSearchParams();
  let url = path;
  let body;
  for (const input of form.querySelectorAll('[data-where]')) {
    const {where, name, type} = input.dataset;
    const value = input.type === 'file' ? input.files[0] : input.value;
    if (!value) continue;
    if (where === 'path') url = url.replace(`{${name}}`, encodeURIComponent(value));
    else if (where === 'query') query.append(name, value);
    else if (where === 'header') headers[name] = value;
    else if (where === 'form') (body ??= new FormData()).append(name, value);
    else [body, headers['Content-Type']] = [value, type];
  }
  if (token.value) headers.Authorization = `Bearer ${token.value}`;
  if (key.value) headers[contract.components.securitySchemes.key.name] = key.value;
  return {url: query.size ? `${url}?${query}` : url, init: {method: method.toUpperCase(), headers, body, cache: 'no-store'}};
}

/** Returns a request as a command. */
function curl({url, init: {method, headers, body}}) {
  const quoted = text => `'${String(text).replaceAll("'", "'\\''")}'`;
  const parts = [`curl -X ${method} ${quoted(location.origin + url)}`, ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)];
  if (body instanceof FormData) parts.push(...[...body].map(([name, value]) => `-F ${quoted(`${name}=${value instanceof File ? `@${value.name}` : value}`)}`));
  else if (body instanceof File) parts.push(`--data-binary ${quoted(`@${body.name}`)}`);
  else if (body) parts.push(`-d ${quoted(body)}`);
  return parts.join(' \\\n  ');
}

/** Sends a request and shows the reply while it arrives. */
async function send(form, method, path, place) {
  const sent = request(form, method, path);
  const state = made('p', {'role': 'status'}, 'Waiting for the reply');
  const stop = new AbortController();
  const cancel = made('button', {type: 'button', className: 'plain', onclick: () => stop.abort()}, 'Cancel');
  const shown = made('pre', {tabIndex: 0});
  place.replaceChildren(made('pre', {tabIndex: 0}, curl(sent)), state, cancel, shown);
  const began = performance.now();
  try {
    const reply = await fetch(sent.url, {...sent.init, signal: stop.signal});
    const type = reply.headers.get('Content-Type') ?? '';
    state.textContent = `${reply.status} ${reply.statusText}, ${Math.round(performance.now() - began)} ms, ${type || 'no content'}`;
    state.className = reply.ok ? 'good' : 'bad';
    if (!/json|text|xml|yaml|calendar/.test(type)) shown.textContent = `${(await reply.blob()).size} bytes`;
    else if (reply.body) await read(reply, shown, type.includes('json'));
  } catch (problem) {
    state.textContent = stop.signal.aborted ? `${state.textContent}. Cancelled.` : `No reply: ${problem.message}`;
    state.className = 'bad';
  }
  cancel.remove();
}

async function read(reply, shown, json) {
  const parts = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let part = await parts.read(); !part.done && text.length < MAX_SHOWN; part = await parts.read()) {
    text += part.value;
    shown.textContent = text.slice(0, MAX_SHOWN);
  }
  if (text.length >= MAX_SHOWN) await parts.cancel();
  else if (json) shown.textContent = JSON.stringify(JSON.parse(text), null, 2);
}

/** Returns the content of an operation, which is drawn when it is opened. */
function content(method, path, item, operation) {
  const parameters = [...item.parameters ?? [], ...operation.parameters ?? []].map(resolved);
  const body = operation.requestBody && resolved(operation.requestBody);
  const place = made('div');
  const form = made('form', {onsubmit: event => { event.preventDefault(); send(form, method, path, place); }},
    ...parameters.map(parameter => field(parameter.name, parameter.in, parameter.schema, parameter)), ...body ? bodyFields(body) : [], made('button', {}, 'Send'));
  const replies = Object.entries(operation.responses).map(([status, reply]) => made('tr', {}, made('th', {scope: 'row'}, status),
    made('td', {}, ...prose(resolved(reply).description))));
  return [made('div', {className: 'quiet'}, made('code', {}, operation.operationId), ` ${access(operation)}`), ...prose(operation.description), form, place,
    made('h3', {}, 'Replies'), made('table', {}, made('tbody', {}, ...replies))];
}

function drawn(method, path, item, operation) {
  const summary = made('summary', {}, made('span', {className: 'method'}, method.toUpperCase()), ' ', made('span', {className: 'path'}, path), ' ',
    made('span', {}, operation.summary));
  const details = made('details', {className: `operation ${operation.deprecated ? 'deprecated' : ''}`, id: operation.operationId}, summary);
  details.dataset.text = `${method} ${path} ${operation.summary} ${operation.operationId}`.toLowerCase();
  details.addEventListener('toggle', () => { if (details.open && details.children.length === 1) details.append(...content(method, path, item, operation)); });
  return details;
}

/** Draws the operations by tag. */
function draw() {
  const sections = new Map(contract.tags.map(({name, description}) => [name, made('section', {'aria-labelledby': `tag-${name}`},
    made('h2', {id: `tag-${name}`}, name), made('p', {className: 'quiet'}, description ?? ''))]));
  for (const [path, item] of Object.entries(contract.paths)) {
    for (const method of METHODS.filter(one => item[one])) sections.get(item[method].tags[0])?.append(drawn(method, path, item, item[method]));
  }
  byId('operations').replaceChildren(...sections.values());
  find();
  follow();
}

/** Shows the operations that match the search. */
function find() {
  const words = byId('search').value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const section of byId('operations').children) {
    let found = 0;
    for (const details of section.querySelectorAll('details.operation')) {
      details.hidden = !words.every(word => details.dataset.text.includes(word));
      if (!details.hidden) found++;
    }
    section.hidden = !found;
    count += found;
  }
  byId('state').textContent = `${count} operations`;
}

/** Opens the operation in the URL. */
function follow() {
  const named = byId(location.hash.slice(1));
  if (!named?.matches('details.operation')) return;
  named.open = true;
  named.scrollIntoView();
}

async function signIn(event) {
  event.preventDefault();
  const form = event.target;
  const said = form.querySelector('output');
  const reply = await fetch('/api/proxy/auth/validate-access', {method: 'POST', headers: {'Content-Type': 'application/json'},
    body: JSON.stringify({code: form.elements.code.value})}).catch(() => undefined);
  const json = await reply?.json().catch(() => undefined);
  said.textContent = reply?.ok ? 'The token is used for all requests of this tab.' : json?.error ?? 'No reply. Try again.';
  if (!reply?.ok) return;
  form.reset();
  token.value = json.token;
  keep();
}

function keep() {
  sessionStorage.setItem(TOKEN, token.value.trim());
}

token.value = sessionStorage.getItem(TOKEN) ?? '';
token.addEventListener('change', keep);
byId('sign-in').addEventListener('submit', signIn);
let typing = 0;
byId('search').addEventListener('input', () => { clearTimeout(typing); typing = setTimeout(find, SEARCH_MS); });
addEventListener('hashchange', follow);
try {
  contract = await (await fetch('/openapi.json')).json();
  draw();
} catch {
  byId('state').textContent = 'The description could not be loaded. Reload this page.';
}
