// Reads a parquet file over HTTP Range with hyparquet: node sums-over-http.mjs URL MODULES-FOLDER
// Prints as JSON: rows, and the sums of close, volume and tradeCount; and how many requests it took.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [url, modules] = process.argv.slice(2)
const { asyncBufferFromUrl, parquetReadObjects } = await import(
  pathToFileURL(join(modules, 'node_modules/hyparquet/src/node.js')).href
)
const { compressors } = await import(
  pathToFileURL(join(modules, 'node_modules/hyparquet-compressors/src/index.js')).href
)
let ranges = 0
const counting = (input, init) => {
  if (new Headers(init?.headers).has('Range')) ranges++
  return fetch(input, init)
}
const file = await asyncBufferFromUrl({ url, fetch: counting })
const rows = await parquetReadObjects({ file, compressors })
const sum = name => rows.reduce((total, row) => total + Number(row[name] ?? 0), 0)
console.log(JSON.stringify({
  rows: rows.length, close: sum('close'), volume: sum('volume'), tradeCount: sum('tradeCount'), ranges,
}))
