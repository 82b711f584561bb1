/**
 * Audio player with a waveform for seeking. The waveform library is loaded on first use.
 * @module
 */
import {html, nothing} from 'lit';
import {Page, address} from './page.js';
import {outline} from './waveform.js';

const HEIGHT = 96;

class AudioPlayer extends Page {
  static properties = {file: {attribute: false}, seconds: {state: true}, drawn: {state: true}, missing: {state: true}};

  constructor() {
    super();
    this.file = '';
    this.seconds = 0;
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

  /** Whether the file does not exist. */
  get gone() {
    return this.failure?.status === 404;
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
    const [{default: WaveSurfer}, sound] = await Promise.all([import('./wavesurfer.js'), outline(this.path, this.left.signal)]);
    if (file !== this.file || this.left.signal.aborted) return;
    this.missing = !sound;
    this.wave?.destroy();
    this.wave = undefined;
    if (sound) this.draw(WaveSurfer, sound);
  }

  draw(WaveSurfer, {peaks, seconds}) {
    const colour = name => getComputedStyle(this).getPropertyValue(name).trim();
    this.seconds = seconds;
    this.wave = WaveSurfer.create({
      container: this.querySelector('.wave'), backend: 'MediaElement', height: HEIGHT, responsive: true, hideScrollbar: true,
      barWidth: 3, barGap: 1, normalize: true, mediaControls: true, cursorWidth: 2, removeMediaElementOnDestroy: false,
      waveColor: colour('--pico-muted-color'), progressColor: colour('--pico-primary'), cursorColor: colour('--pico-color'),
    });
    this.wave.load(this.querySelector('audio'), peaks, 'metadata', seconds);
    this.drawn = true;
  }

  render() {
    return html`<section aria-labelledby="player"><h2 id="player">${this.file}</h2>
      ${this.happened()}
      <div class="wave" aria-hidden="true" ?hidden=${this.missing || this.gone}></div>
      ${!this.drawn && this.busy ? html`<p role="status" aria-busy="true">Loading waveform</p>` : nothing}
      ${this.missing ? html`<p class="quiet">The waveform cannot be shown for this WAV format. The file may still play.</p>` : nothing}
      <audio controls preload="metadata" src=${this.path} aria-label=${`Player for ${this.file}`} ?hidden=${this.gone}></audio>
      <p><a href=${address('audio')}>Close player</a></p></section>`;
  }
}

customElements.define('audio-player', AudioPlayer);
