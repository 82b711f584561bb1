/**
 * Scroll positions by entry of the browser's history. Pages load after the browser has restored a position, so the console does it.
 * @module
 */

const STORE = 'gatehouse.scroll';
const KEPT = 50;
const MAX_WAIT_MS = 3000;

/** @type {Map<string, number>} */
const positions = new Map(JSON.parse(sessionStorage.getItem(STORE) ?? '[]'));
let made = 0;

/** Whether a page that is returned to has not been scrolled yet. */
let pending = false;

/** Returns the state of a new entry. */
export const entry = () => ({entry: `${Date.now()}.${made++}`});

/** Returns the position of the current entry if it is returned to. @returns {number | undefined} */
export function position() {
  const known = history.state?.entry;
  if (!known) history.replaceState(entry(), '');
  const found = known && positions.get(known);
  pending = found !== undefined;
  return found;
}

/**
 * Scrolls as soon as the page is long enough, unless the user scrolls first.
 * @param {number} top
 */
export function scroll(top) {
  const end = performance.now() + MAX_WAIT_MS;
  const step = () => {
    if (!pending) return;
    const late = performance.now() > end;
    if (late || document.documentElement.scrollHeight - innerHeight >= top) {
      scrollTo(0, top);
      pending = false;
    } else requestAnimationFrame(step);
  };
  step();
}

history.scrollRestoration = 'manual';
for (const type of ['wheel', 'touchmove', 'keydown']) addEventListener(type, () => { pending = false; }, {passive: true});
addEventListener('scroll', () => { if (!pending && history.state?.entry) positions.set(history.state.entry, scrollY); }, {passive: true});
addEventListener('pagehide', () => sessionStorage.setItem(STORE, JSON.stringify([...positions].slice(-KEPT))));
