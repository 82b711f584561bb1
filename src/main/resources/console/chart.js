/**
 * Bar charts of small statistics. They need no library, and their data are also a table for screen readers.
 * @module
 */
import {html, nothing, svg} from 'lit';
import {Part} from './parts.js';

const WIDTH = 720;
const HEIGHT = 200;
const BOTTOM = 24;
const MAX_LABELS = 8;
const GAP = 0.25;

/** @typedef {{label: string, value: number, text: string}} Bar the text is the formatted value */

class Chart extends Part {
  static properties = {label: {}, bars: {attribute: false}};

  constructor() {
    super();
    this.label = '';
    /** @type {Bar[]} */
    this.bars = [];
  }

  render() {
    const {bars, label} = this;
    if (!bars.length) return nothing;
    const most = Math.max(...bars.map(({value}) => value), 0) || 1;
    const width = WIDTH / bars.length;
    const step = Math.ceil(bars.length / MAX_LABELS);
    return html`<figure class="bars"><figcaption class="unseen">${label}</figcaption>
      <svg viewBox="0 0 ${WIDTH} ${HEIGHT + BOTTOM}" preserveAspectRatio="none" aria-hidden="true">
        <line x1="0" x2=${WIDTH} y1=${HEIGHT} y2=${HEIGHT}></line>
        ${bars.map(({label: name, value, text}, index) => {
          const height = Math.max(value, 0) / most * (HEIGHT - 8);
          return svg`<rect x=${(index + GAP / 2) * width} y=${HEIGHT - height} width=${width * (1 - GAP)} height=${height}><title>${name}: ${text}</title></rect>`;
        })}</svg>
      <div class="axis" aria-hidden="true">${bars.filter((_, index) => index % step === 0).map(({label: name}) => html`<span>${name}</span>`)}</div>
      <details><summary>Table</summary><div class="scroll" tabindex="0" role="group" aria-label=${label}><table>
        <thead><tr><th scope="col">Time</th><th scope="col" class="number">Value</th></tr></thead>
        <tbody>${bars.map(({label: name, text}) => html`<tr><th scope="row">${name}</th><td class="number">${text}</td></tr>`)}</tbody></table></div></details>
    </figure>`;
  }
}

customElements.define('gh-chart', Chart);
