/**
 * The owner's repositories on a code host: languages, recent pushes, open issues and pull requests, stale branches.
 * @module
 */
import {html, nothing, svg} from 'lit';
import {call} from './api.js';
import {counted, moment, plain, web} from './format.js';
import {Page} from './page.js';
import {Problem} from './problems.js';
import {areOff, setUp} from './providers.js';

const MAX_SHOWN = 50;
const PARTS = {stats: 'stats', repos: 'recent-repos', issues: 'issues', pulls: 'prs', branches: 'stale-branches'};

class CodeHost extends Page {
  static properties = {owner: {attribute: false}, parts: {state: true}, off: {state: true}};

  constructor() {
    super();
    this.owner = false;
    /** Whether no code host is configured. Visitors cannot see that. */
    this.off = false;
    /** @type {Record<string, any>} loaded data by name; an error message where loading failed */
    this.parts = {};
  }

  async load() {
    this.off = this.owner && await areOff(['codehost']);
    if (this.off) return;
    const parts = await Promise.allSettled(Object.entries(PARTS).map(([name, path]) => this.fetch(name, path)));
    const failed = parts.find(part => part.status === 'rejected');
    if (failed) throw failed.reason;
  }

  async fetch(name, path) {
    let part;
    try {
      part = await call('GET', `/api/proxy/codehost-${path}`);
    } catch (problem) {
      if (!(problem instanceof Problem) || problem.passing) throw problem;
      part = problem.message;
    }
    this.parts = {...this.parts, [name]: part};
  }

  render() {
    if (this.off) return html`${this.happened()}${setUp('Your repositories, issues and pull requests appear here. Set codehost.token.')}`;
    return html`${this.happened()}
      ${this.section('stats', 'Languages', stats => this.stats(stats))}
      ${this.section('repos', 'Recently pushed repositories', ({repositories}) => list(repositories, 'No repositories.', repository => html`
        ${link(repository.html_url, repository.full_name)} <span class="quiet">${[repository.language, counted(repository.stargazers_count, 'star'),
          repository.pushed_at && moment(repository.pushed_at)].filter(Boolean).join(', ')}</span>
        ${repository.description ? html`<p class="text">${repository.description}</p>` : nothing}`))}
      ${this.section('pulls', 'Open pull requests', ({pull_requests: all}) => list(all.filter(({state}) => state === 'open'), 'No open pull requests.', pull => html`
        ${link(pull.html_url, pull.title)} <span class="quiet">${pull.repository} #${pull.number}${pull.draft ? ', draft' : ''},
          ${moment(pull.updated_at)}</span>`))}
      ${this.section('issues', 'Open issues', issues => list(open(issues), 'No open issues.', issue => html`
        ${link(issue.html_url, issue.title)} <span class="quiet">${issue.repository} #${issue.number}, ${moment(issue.updated_at)}</span>`))}
      ${this.section('branches', 'Stale branches (no commits for 90 days)', ({branches}) => list(branches, 'No stale branches.', branch => html`
        ${link(branch.html_url, branch.branch)} <span class="quiet">${branch.repository}, ${counted(branch.daysStale, 'day')},
          ${branch.author ?? 'unknown author'}</span>`))}`;
  }

  section(name, title, content) {
    const part = this.parts[name];
    return html`<section aria-labelledby=${name}><h2 id=${name}>${title}</h2>
      ${part === undefined ? html`<p aria-busy=${this.busy}>${this.busy ? 'Loading' : ''}</p>` : nothing}
      ${typeof part === 'string' ? html`<p>${part}</p>` : nothing}
      ${part && typeof part === 'object' ? html`${part.incomplete || part.summary?.incomplete
        ? html`<p class="quiet">The list is incomplete. The code host has not returned all entries yet.</p>` : nothing}${content(part)}` : nothing}</section>`;
  }

  stats({stats, public_repos: repositories, followers, following}) {
    let from = 0;
    const bars = stats.map(({value, color}) => {
      const bar = svg`<rect x=${from} width=${value} height="4" fill=${color}></rect>`;
      from += value;
      return bar;
    });
    return html`<svg class="shares" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">${bars}</svg>
      <ul class="inline">${stats.map(({name, value}) => html`<li>${name} <span class="quiet">${plain(value)} %</span></li>`)}</ul>
      <p class="quiet">${counted(repositories, 'public repository', 'public repositories')}, ${counted(followers, 'follower')},
        following ${plain(following)}</p>`;
  }
}

/** Returns the open issues of all repositories, without pull requests, latest first. */
function open({issues_by_repository: repositories}) {
  return Object.entries(repositories)
    .flatMap(([repository, {issues}]) => issues.map(issue => ({...issue, repository})))
    .filter(issue => issue.state === 'open' && !issue.pull_request)
    .sort((one, other) => other.updated_at.localeCompare(one.updated_at));
}

/** @param {any[]} rows */
function list(rows, nothingYet, content) {
  if (!rows.length) return html`<p>${nothingYet}</p>`;
  return html`<ul class="list">${rows.slice(0, MAX_SHOWN).map(row => html`<li>${content(row)}</li>`)}</ul>
    ${rows.length > MAX_SHOWN ? html`<p class="quiet">${plain(rows.length - MAX_SHOWN)} more on the code host.</p>` : nothing}`;
}

const link = (url, title) => html`<a href=${web(url) ?? nothing} rel="noopener noreferrer" target="_blank">${title}</a>`;

customElements.define('code-host', CodeHost);
