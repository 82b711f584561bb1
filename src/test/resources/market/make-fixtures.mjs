// Writes the files of this folder with three engines that are not Java. Run once, in a folder where
//   npm install nodejs-polars@0.26.1 parquet-wasm@0.8.0 apache-arrow@21.2.0 hyparquet-writer@0.17.0
// was done:  node make-fixtures.mjs TARGET-FOLDER
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
const require = createRequire(join(process.cwd(), 'index.js'))
const pl = require('nodejs-polars')
const arrow = require('apache-arrow')
const wasm = require('parquet-wasm')
const { ByteWriter, parquetWrite } = await import(require.resolve('hyparquet-writer'))

const out = process.argv[2]
const n = 700
let seed = 42
const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648
const rows = []
let price = 412.5
for (let i = 0; i < n; i++) {
  price += Math.round((random() - 0.5) * 100) / 100
  const open = Math.round(price * 100) / 100
  rows.push({
    symbol: 'QQQ',
    timeUtc: Date.UTC(2024, 1, 29, 14, 30) + i * 60000 + (i % 50 === 7 ? 123 : 0),
    open,
    high: Math.round((open + random()) * 100) / 100,
    low: Math.round((open - random()) * 100) / 100,
    close: i % 61 === 5 ? null : open + 0.01,
    volume: i % 10 === 3 ? null : Math.floor(random() * 1e6),
    vwap: i % 4 === 0 ? null : open + random() / 3,
    tradeCount: i % 9 === 1 ? null : Math.floor(random() * 5000),
    exchange: i % 3 === 0 ? null : i % 3 === 1 ? 'XNAS' : 'ARCX',
    otc: i % 5 === 0 ? null : i % 5 === 2,
  })
}
const names = Object.keys(rows[0])
const iso = ms => new Date(ms).toISOString()
const csv = rows.map(r => names.map(c => (c === 'timeUtc' ? iso(r[c]) : r[c] ?? '')).join(','))
writeFileSync(join(out, 'bars.csv'), [names.join(','), ...csv].join('\n') + '\n')

// polars
const series = names.map(c => {
  const values = rows.map(r => (c === 'timeUtc' ? new Date(r[c]) : r[c]))
  const type = c === 'timeUtc' ? pl.Datetime('ms') : c === 'tradeCount' ? pl.Int64 : c === 'otc' ? pl.Bool
    : c === 'symbol' || c === 'exchange' ? pl.String : pl.Float64
  return pl.Series(c, values, type)
})
const frame = pl.DataFrame(series)
for (const compression of ['uncompressed', 'snappy', 'gzip', 'brotli', 'lz4', 'zstd']) {
  frame.writeParquet(join(out, `polars-${compression}.parquet`), { compression })
}

// arrow-rs, by parquet-wasm
const columns = {
  symbol: arrow.vectorFromArray(rows.map(r => r.symbol), new arrow.Utf8()),
  timestamp: arrow.vectorFromArray(rows.map(r => r.timeUtc), new arrow.TimestampMillisecond('UTC')),
}
for (const c of ['open', 'high', 'low', 'close', 'volume', 'vwap']) {
  columns[c] = arrow.vectorFromArray(rows.map(r => r[c]), new arrow.Float64())
}
columns.tradeCount = arrow.vectorFromArray(rows.map(r => r.tradeCount), new arrow.Int32())
columns.exchange = arrow.vectorFromArray(rows.map(r => r.exchange), new arrow.Utf8())
columns.otc = arrow.vectorFromArray(rows.map(r => r.otc), new arrow.Bool())
const ipc = () => wasm.Table.fromIPCStream(arrow.tableToIPC(new arrow.Table(columns), 'stream'))
const properties = (compression, version, rowGroup) =>
  new wasm.WriterPropertiesBuilder()
    .setCompression(wasm.Compression[compression])
    .setWriterVersion(wasm.WriterVersion[version])
    .setMaxRowGroupSize(rowGroup)
for (const [name, p] of [
  ['v1-lz4raw', properties('LZ4_RAW', 'V1', 1000)],
  ['v2-zstd', properties('ZSTD', 'V2', 256)],
  ['v2-brotli-plain', properties('BROTLI', 'V2', 1000).setDictionaryEnabled(false)],
  ['v2-gzip-delta', properties('GZIP', 'V2', 1000).setDictionaryEnabled(false)
    .setColumnEncoding('timestamp', wasm.Encoding.DELTA_BINARY_PACKED)
    .setColumnEncoding('tradeCount', wasm.Encoding.DELTA_BINARY_PACKED)
    .setColumnEncoding('symbol', wasm.Encoding.DELTA_BYTE_ARRAY)
    .setColumnEncoding('exchange', wasm.Encoding.DELTA_LENGTH_BYTE_ARRAY)
    .setColumnEncoding('vwap', wasm.Encoding.BYTE_STREAM_SPLIT)],
  ['v1-uncompressed-delta', properties('UNCOMPRESSED', 'V1', 300).setDictionaryEnabled(false)
    .setColumnEncoding('timestamp', wasm.Encoding.DELTA_BINARY_PACKED)
    .setColumnEncoding('exchange', wasm.Encoding.DELTA_BYTE_ARRAY)],
]) {
  writeFileSync(join(out, `wasm-${name}.parquet`), wasm.writeParquet(ipc(), p.build()))
}

// hyparquet-writer
const data = encodings => names.map(c => ({
  name: c,
  data: rows.map(r => (c === 'timeUtc' ? new Date(r[c]) : c === 'tradeCount' && r[c] !== null ? BigInt(r[c]) : r[c])),
  type: c === 'timeUtc' ? 'TIMESTAMP' : c === 'tradeCount' ? 'INT64' : c === 'otc' ? 'BOOLEAN'
    : c === 'symbol' || c === 'exchange' ? 'STRING' : 'DOUBLE',
  encoding: encodings[c],
}))
for (const [name, encodings, options] of [
  ['default', {}, {}],
  ['groups', {}, { rowGroupSize: [100, 250], codec: 'UNCOMPRESSED' }],
  ['split', { open: 'BYTE_STREAM_SPLIT', vwap: 'BYTE_STREAM_SPLIT', timeUtc: 'DELTA_BINARY_PACKED',
    tradeCount: 'DELTA_BINARY_PACKED', exchange: 'DELTA_BYTE_ARRAY', symbol: 'DELTA_LENGTH_BYTE_ARRAY', otc: 'RLE' }, {}],
]) {
  const writer = new ByteWriter()
  parquetWrite({ writer, columnData: data(encodings), ...options })
  writeFileSync(join(out, `hyparquet-${name}.parquet`), Buffer.from(writer.getBuffer()))
}
