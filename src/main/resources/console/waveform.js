/**
 * Computes the waveform of a WAV file from a limited number of samples, without downloading a large file completely.
 * @module
 */
import {fetchRange} from './downloads.js';

const PLACES = 240;
/** For a large file, each place needs a separate request; the rate limit is 600 requests per minute. */
const SAMPLED_PLACES = 120;
const AT_ONCE = 4;
const HEAD_BYTES = 65_536;
/** Maximum size of a file that is downloaded and analyzed completely. */
const MAX_WHOLE_BYTES = 8_000_000;
const SAMPLED_BYTES = 12_288;
const EXTENSIBLE = 0xfffe;
const PCM = 1;
const FLOAT = 3;
const CHUNK_HEAD = 8;

/** @typedef {{format: number, channels: number, bytesPerSecond: number, frame: number, bits: number, begin: number, size: number}} Wave */

/**
 * Returns the peaks and duration of a WAV file.
 * @param {string} path
 * @param {AbortSignal} signal
 * @returns {Promise<{peaks: number[], seconds: number} | undefined>} undefined for unsupported sample formats
 */
export async function outline(path, signal) {
  const head = await fetchRange(path, 0, HEAD_BYTES - 1, signal);
  const wave = parseHead(new DataView(head.bytes), head.size);
  if (!wave || !sampler(wave)) return undefined;
  const peaks = wave.size <= MAX_WHOLE_BYTES ? await whole(path, wave, signal) : await sampled(path, wave, signal);
  return {peaks, seconds: wave.size / wave.bytesPerSecond};
}

/**
 * @param {DataView} view the beginning of the file
 * @param {number} fileSize
 * @returns {Wave | undefined}
 */
export function parseHead(view, fileSize) {
  let format;
  for (let at = 12; at + CHUNK_HEAD <= view.byteLength;) {
    const id = view.getUint32(at, false);
    const size = view.getUint32(at + 4, true);
    const begin = at + CHUNK_HEAD;
    if (id === 0x666d7420 && begin + 16 <= view.byteLength) format = formatAt(view, begin, size);
    // The header size is wrong for an interrupted recording and for files larger than four gigabytes.
    if (id === 0x64617461) return format && format.frame ? {...format, begin, size: Math.min(size, fileSize - begin)} : undefined;
    at = begin + size + size % 2;
  }
  return undefined;
}

function formatAt(view, at, size) {
  const tag = view.getUint16(at, true);
  return {
    format: tag === EXTENSIBLE && size >= 26 && at + 26 <= view.byteLength ? view.getUint16(at + 24, true) : tag,
    channels: view.getUint16(at + 2, true),
    bytesPerSecond: view.getUint32(at + 8, true) || 1,
    frame: view.getUint16(at + 12, true),
    bits: view.getUint16(at + 14, true),
  };
}

/**
 * Returns a function that reads a sample as a number from -1 to 1.
 * @param {Wave} wave
 * @returns {((view: DataView, at: number) => number) | undefined}
 */
function sampler({format, bits}) {
  if (format === PCM && bits === 8) return (view, at) => (view.getUint8(at) - 128) / 128;
  if (format === PCM && bits === 16) return (view, at) => view.getInt16(at, true) / 0x8000;
  if (format === PCM && bits === 24) return (view, at) => view.getInt16(at + 1, true) / 0x8000;
  if (format === PCM && bits === 32) return (view, at) => view.getInt32(at, true) / 0x80000000;
  if (format === FLOAT && bits === 32) return (view, at) => view.getFloat32(at, true);
  return undefined;
}

async function whole(path, wave, signal) {
  const {bytes} = await fetchRange(path, wave.begin, wave.begin + wave.size - 1, signal);
  const length = part(wave, wave.size / PLACES);
  return Array.from({length: PLACES}, (_, place) => loudest(wave, new DataView(bytes), place * length, (place + 1) * length));
}

async function sampled(path, wave, signal) {
  const distance = part(wave, wave.size / SAMPLED_PLACES);
  const length = part(wave, SAMPLED_BYTES);
  const peaks = new Array(SAMPLED_PLACES).fill(0);
  let next = 0;
  const work = async () => {
    for (let place = next++; place < SAMPLED_PLACES; place = next++) {
      const from = wave.begin + place * distance;
      const {bytes} = await fetchRange(path, from, from + length - 1, signal);
      peaks[place] = loudest(wave, new DataView(bytes), 0, bytes.byteLength);
    }
  };
  await Promise.all(Array.from({length: AT_ONCE}, work));
  return peaks;
}

/** Rounds a number of bytes down to whole frames, at least one. */
const part = ({frame}, bytes) => Math.max(Math.floor(bytes / frame), 1) * frame;

/** Returns the peak of the first channel. */
function loudest(wave, view, from, to) {
  const sample = sampler(wave) ?? (() => 0);
  let peak = 0;
  for (let at = from; at + wave.frame <= Math.min(to, view.byteLength); at += wave.frame) peak = Math.max(peak, Math.abs(sample(view, at)));
  return Math.min(peak, 1);
}
