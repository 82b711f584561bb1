/**
 * Audio player with a waveform for seeking. The waveform library is loaded on first use.
 * @module
 */
import {html, nothing} from 'lit';
import {call} from './api.js';
import {Page, address} from './page.js';

const HEIGHT = 96;

/** @param {number} seconds */
export const length = seconds => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

class AudioPlayer extends Page {
  static properties = {file: {attribute: false}, song: {state: true}, drawn: {state: true}, missing: {state: true}};

  constructor() {
    super();
    this.file = '';
    /** The stored record of the file. @type {any} */
    this.song = undefined;
    this.drawn = false;
    this.missing = false;
    /** The current file. */
    this.shown = '';
    /** @type {any} */
    this.wave = undefined;
  }

  get path() {
    return `/audio/${encodeURIComponent(this.file)}`;
  }

  updated(changed) {
    if (changed.has('file') && this.shown && this.shown !== this.file) this.follow();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.wave?.destroy();
    this.shown = '';
  }

  async load() {
    const {file} = this;
    this.shown = file;
    this.drawn = false;
    this.missing = false;
    const [{default: WaveSurfer}, {files}] = await Promise.all([import('./wavesurfer.js'),
      call('GET', `/audio?limit=100&q=${encodeURIComponent(file)}`)]);
    if (file !== this.file || this.left.signal.aborted) return;
    this.song = files.find(({filename}) => filename === file);
    this.missing = !this.song?.peaks.length;
    this.wave?.destroy();
    this.wave = undefined;
    if (!this.missing) this.draw(WaveSurfer, this.song);
  }

  draw(WaveSurfer, {peaks, duration}) {
    const colour = name => getComputedStyle(this).getPropertyValue(name).trim();
    this.wave = WaveSurfer.create({
      container: this.querySelector('.wave'), backend: 'MediaElement', height: HEIGHT, responsive: true, hideScrollbar: true,
      barWidth: 3, barGap: 1, normalize: true, mediaControls: true, cursorWidth: 2, removeMediaElementOnDestroy: false,
      waveColor: colour('--pico-muted-color'), progressColor: colour('--pico-primary'), cursorColor: colour('--pico-color'),
    });
    this.wave.load(this.querySelector('audio'), peaks, 'metadata', duration);
    this.drawn = true;
  }

  seek(seconds) {
    const audio = this.querySelector('audio');
    if (audio) audio.currentTime = seconds;
  }

  render() {
    return html`<section aria-labelledby="player"><h2 id="player">${this.file}</h2>
      ${this.happened()}
      <div class="wave" aria-hidden="true" ?hidden=${this.missing}></div>
      ${!this.drawn && this.busy ? html`<p role="status" aria-busy="true">Loading waveform</p>` : nothing}
      ${this.missing ? html`<p class="quiet">No waveform is stored for this file. It may still play.</p>` : nothing}
      <audio controls preload="metadata" src=${this.path} aria-label=${`Player for ${this.file}`}></audio>
      ${this.song?.cues.length ? html`<p>${this.song.cues.map(({seconds, label}) => html`<button class="outline small"
        @click=${() => this.seek(seconds)}>${label || length(seconds)}</button> `)}</p>` : nothing}
      <p><a href=${address('audio')}>Close player</a></p></section>`;
  }
}

customElements.define('audio-player', AudioPlayer);
