// Returns pages of bars as a service over a document store would: find by symbol, sort by time, skip, limit.
// The rows are in memory in index order, and a skip costs nothing. Both favor this peer.
import { readFileSync } from 'node:fs';

const NUMBERS = new Set(['open', 'high', 'low', 'close', 'volume', 'vwap', 'tradeCount']);

function value(name, text) {
  if (text === '') {
    return null;
  }
  if (NUMBERS.has(name)) {
    return Number(text);
  }
  return name === 'otc' ? text === 'true' : text;
}

function bySymbol(file) {
  const [header, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
  const names = header.split(',');
  const symbols = new Map();
  for (const line of lines) {
    const cells = line.split(',');
    const row = {};
    names.forEach((name, i) => (row[name] = value(name, cells[i])));
    if (!symbols.has(row.symbol)) {
      symbols.set(row.symbol, []);
    }
    symbols.get(row.symbol).push(row);
  }
  return symbols;
}

function find(rows, newestFirst, skip, limit) {
  if (!newestFirst) {
    return rows.slice(skip, skip + limit);
  }
  const end = Math.max(0, rows.length - skip);
  return rows.slice(Math.max(0, end - limit), end).reverse();
}

/** Handles GET …/:symbol?page=&limit=&sortOrder= over the rows of a CSV file. */
export function marketPages(file) {
  const symbols = bySymbol(file);
  return (request, response) => {
    const rows = symbols.get(request.params.symbol);
    if (!rows) {
      response.status(404).json({ error: 'there is no such symbol' });
      return;
    }
    const page = Number(request.query.page ?? 1);
    const limit = Number(request.query.limit ?? 500);
    const pages = Math.ceil(rows.length / limit);
    response.json({
      success: true,
      data: find(rows, request.query.sortOrder !== 'asc', (page - 1) * limit, limit),
      pagination: {
        currentPage: page,
        totalPages: pages,
        totalItems: rows.length,
        itemsPerPage: limit,
        hasNextPage: page < pages,
        hasPrevPage: page > 1,
      },
    });
  };
}
