/**
 * Audio: plays, uploads and deletes the music player's files; downloads and replaces the resume.
 * @module
 */
import {html, nothing} from 'lit';
import {call} from './api.js';
import {counted, moment, size} from './format.js';
import {RESTORABLE, address, confirmed, fields, undelete, wanted} from './page.js';
import {Records, paged} from './records.js';
import {TablePage} from './table.js';
import {fetchFile} from './downloads.js';
import {Uploads, dropZone} from './uploads.js';
import {length} from './player.js';

const MAX_AUDIO_BYTES = 524_288_000;
const RESUME = '/api/proxy/resume';

/** Uploads continue after the page is closed. */
const songs = new Uploads();
const resumes = new Uploads();

class AudioPage extends TablePage {
  static properties = {resume: {state: true}};

  records = new Records(this, 'audio', paged('/audio', reply => reply.files.map(file => ({_id: file.filename, ...file}))), {q: '', sort: 'newest'});

  /** @type {import('./table.js').Column[]} */
  columns = [
    {key: 'name', title: 'Name', text: file => file.filename, cell: file => html`<strong>${file.filename}</strong>`},
    {key: 'title', title: 'Title', text: file => file.title, cell: file => html`${file.title}${file.artist ? html`<p class="quiet">${file.artist}</p>` : nothing}`},
    {key: 'album', title: 'Album', text: file => file.album, cell: file => `${file.album}${file.track ? `, ${file.track}` : ''}`},
    {key: 'duration', title: 'Duration', number: true, text: file => file.duration, cell: file => (file.duration ? length(file.duration) : '')},
    {key: 'listed', title: 'Playlist', text: file => file.listed, cell: file => (file.listed ? html`<span class="state">listed</span>` : nothing)},
    {key: 'original', title: 'Original name', hidden: true, text: file => file.originalName, cell: file => file.originalName},
    {key: 'size', title: 'Size', number: true, text: file => file.size, cell: file => size(file.size)},
    {key: 'date', title: 'Uploaded', sort: {up: 'oldest', down: 'newest'}, text: file => file.uploadDate,
      cell: file => html`<span class="when">${moment(file.uploadDate)}</span>`},
    {key: 'actions', title: 'Actions', cell: file => html`<div class="actions"><a role="button" class="outline small" href=${this.place({file: file.filename})}
        aria-label=${`Play ${file.filename}`}>Play</a></div>`, menu: file => [{title: 'Edit', run: () => this.open(file.filename)},
      {title: 'Download', href: `/audio/${encodeURIComponent(file.filename)}`, download: file.filename}, {title: 'Delete', run: () => this.delete(file)}]},
  ];

  constructor() {
    super();
    /** @type {{url: string, name: string, size: number} | undefined} the downloaded resume */
    this.resume = undefined;
  }

  connectedCallback() {
    super.connectedCallback();
    const {signal} = this.left;
    for (const uploads of [songs, resumes]) uploads.addEventListener('change', () => this.requestUpdate(), {signal});
    songs.addEventListener('done', () => this.arrive(() => this.load()), {signal});
    resumes.addEventListener('done', () => this.forget(), {signal});
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.forget();
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
        <gh-table label="Audio files" search="Search title, artist, album and name" .records=${this.records} .columns=${this.columns} .busy=${this.busy}
          .bulk=${[this.lists('Add to the playlist', true), this.lists('Remove from the playlist', false), this.deletes('file', ({filename}) => call('DELETE', `/audio/${encodeURIComponent(filename)}`), ({filename}) => filename)]}
          .empty=${html`<gh-empty icon="music" text="No audio files yet. Upload a WAV file above."></gh-empty>`}></gh-table></section>
      ${this.resumeSection()}${this.covered ? this.form(this.opened) : nothing}`;
  }

  /** Returns the action that changes whether the public playlist and the page /music contain the selected songs. */
  lists(title, listed) {
    return {title, icon: 'music', run: rows => this.each(rows, ({filename}) => this.change(filename, {listed}), `${title}: ${counted(rows.length, 'song')}.`)};
  }

  change(filename, body) {
    return call('PATCH', `/audio/${encodeURIComponent(filename)}`, body);
  }

  form(song) {
    return this.drawer(`Edit ${song.filename}`, html`<gh-form draft=${`song.${song.filename}`}><form @submit=${event => this.save(event, song.filename)}>
      <label>Title <input name="title" maxlength="200" .value=${song.title} autocomplete="off"></label>
      <label>Artist <input name="artist" maxlength="200" .value=${song.artist} autocomplete="off"></label>
      <label>Album <input name="album" maxlength="200" .value=${song.album} autocomplete="off"></label>
      <label>Track <input name="track" type="number" min="0" max="9999" required .value=${String(song.track)}></label>
      <label>Year <input name="year" type="number" min="0" max="9999" required .value=${String(song.year)}></label>
      <label>Cover: https URL or path (optional) <input name="cover" maxlength="2048" .value=${song.cover} autocomplete="off"></label>
      <label><input type="checkbox" name="listed" ?checked=${song.listed}> In the public playlist and on <a href="/music" target="_blank">/music</a></label>
      <div class="actions"><button class="small" ?disabled=${this.busy}>Save changes</button></div></form></gh-form>`);
  }

  async save(event, filename) {
    event.preventDefault();
    const form = event.target;
    const {track, year, listed, ...texts} = fields(form);
    await this.attempt(async () => {
      await this.change(filename, {...texts, track: Number(track), year: Number(year), listed: listed === 'on'});
      this.close(form);
    }, `${filename} updated.`, () => this.load());
  }

  /** @param {File[]} files */
  add(files) {
    const large = files.filter(file => file.size > MAX_AUDIO_BYTES);
    this.refuse(large.length ? `These files exceed 524 megabytes: ${large.map(file => file.name).join(', ')}. Split them and upload the parts.` : '');
    files.filter(file => !large.includes(file)).forEach(file => songs.add({
      file, method: 'POST', path: '/audio/upload', type: '', message: reply => `uploaded as ${reply.filename}`,
    }));
  }

  async delete({filename}) {
    if (!await confirmed(`Delete ${filename}? ${RESTORABLE}`, 'Delete file')) return;
    await this.attempt(async () => {
      await call('DELETE', `/audio/${encodeURIComponent(filename)}`);
      if (wanted().get('file') === filename) location.hash = address('audio');
    }, `${filename} deleted.`, () => this.load(),
      () => this.each([filename], undelete, `${filename} restored.`));
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
