/**
 * Audio: plays, uploads and deletes the music player's files; downloads and replaces the resume.
 * @module
 */
import {html, nothing} from 'lit';
import {call} from './api.js';
import {moment, size} from './format.js';
import {Listing} from './lists.js';
import {Page, address, confirmed, wanted} from './page.js';
import {fetchFile} from './downloads.js';
import {Uploads, dropZone} from './uploads.js';
import './player.js';

const MAX_AUDIO_BYTES = 524_288_000;
const RESUME = '/api/proxy/resume';

/** Uploads continue after the page is closed. */
const songs = new Uploads();
const resumes = new Uploads();

class AudioPage extends Page {
  static properties = {resume: {state: true}};

  files = new Listing(this, '/audio', reply => reply.files);

  constructor() {
    super();
    /** @type {{url: string, name: string, size: number} | undefined} the downloaded resume */
    this.resume = undefined;
  }

  connectedCallback() {
    super.connectedCallback();
    const {signal} = this.left;
    for (const uploads of [songs, resumes]) uploads.addEventListener('change', () => this.requestUpdate(), {signal});
    songs.addEventListener('done', () => this.arrive(() => this.files.load()), {signal});
    resumes.addEventListener('done', () => this.forget(), {signal});
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.forget();
  }

  load() {
    return this.files.load();
  }

  turn() {
    this.requestUpdate();
  }

  render() {
    const file = wanted().get('file') ?? '';
    return html`
      ${this.header('Audio')}
      ${/^[\w.-]+$/.test(file) ? html`<audio-player .file=${file}></audio-player>` : nothing}
      <section aria-labelledby="library"><h2 id="library">Library</h2>
        ${dropZone({
          label: 'Upload WAV files', hint: 'Or drop them here. At most 524 megabytes each, stored without loss.',
          accept: '.wav,audio/wav', multiple: true,
        }, files => this.add(files))}
        ${songs.list()}
        ${this.files.rows.length ? html`<ul class="list">${this.files.rows.map(row => this.row(row))}</ul>`
          : html`<p>${this.files.empty('No audio files yet. Upload a WAV file above.')}</p>`}
        ${this.files.further()}</section>
      ${this.resumeSection()}`;
  }

  row(row) {
    const named = row.originalName === row.filename ? '' : `original name ${row.originalName}, `;
    return html`<li><strong>${row.filename}</strong> <span class="quiet">${named}${size(row.size)}, ${moment(row.uploadDate)}</span>
      <div class="actions"><a role="button" class="outline small" href=${address('audio', {file: row.filename})}
          aria-label=${`Play ${row.filename}`}>Play</a>
        <a role="button" class="outline small" href=${`/audio/${encodeURIComponent(row.filename)}`} download=${row.filename}
          aria-label=${`Download ${row.filename}`}>Download</a>
        <button class="secondary outline small" ?disabled=${this.busy} aria-label=${`Delete ${row.filename}`}
          @click=${() => this.delete(row)}>Delete</button></div></li>`;
  }

  /** @param {File[]} files */
  add(files) {
    const large = files.filter(file => file.size > MAX_AUDIO_BYTES);
    this.problem = large.length ? `These files exceed 524 megabytes: ${large.map(file => file.name).join(', ')}. Split them and upload the parts.` : '';
    files.filter(file => !large.includes(file)).forEach(file => songs.add({
      file, method: 'POST', path: '/audio/upload', type: '', message: reply => `uploaded as ${reply.filename}`,
    }));
  }

  async delete({filename}) {
    if (!await confirmed(`Delete ${filename}? This cannot be undone. Download the file first to keep a copy.`, 'Delete file')) return;
    await this.attempt(async () => {
      await call('DELETE', `/audio/${encodeURIComponent(filename)}`);
      if (wanted().get('file') === filename) location.hash = address('audio');
    }, `${filename} deleted.`, () => this.files.load());
  }

  resumeSection() {
    return html`<section aria-labelledby="resume"><h2 id="resume">Resume</h2>
      <p>Visitors with a daily code can download the resume as a PDF file.</p>
      <div class="actions"><button class="outline small" ?disabled=${this.busy} @click=${() => this.fetch()}>Load current resume</button>
        ${this.resume ? html`<a role="button" class="outline small" href=${this.resume.url} target="_blank">View resume (${size(this.resume.size)})</a>
          <a role="button" class="outline small" href=${this.resume.url} download=${this.resume.name}>Download resume</a>` : nothing}</div>
      ${dropZone({
        label: 'Upload resume', hint: 'A PDF file. The current resume is deleted once the new one is stored.',
        accept: '.pdf,application/pdf', multiple: false,
      }, files => this.replace(files))}
      ${resumes.list()}</section>`;
  }

  fetch() {
    return this.attempt(async () => {
      const {blob, name} = await fetchFile('POST', `${RESUME}/download`);
      this.forget();
      this.resume = {url: URL.createObjectURL(blob), name, size: blob.size};
    });
  }

  /** @param {File[]} files */
  async replace([file]) {
    if (!file || !await confirmed(`Use ${file.name} as the resume? The current resume will be deleted.`, 'Replace resume')) return;
    resumes.add({file, method: 'PUT', path: RESUME, type: 'application/pdf', message: () => 'set as resume'});
  }

  forget() {
    if (this.resume) URL.revokeObjectURL(this.resume.url);
    this.resume = undefined;
  }
}

customElements.define('audio-page', AudioPage);
