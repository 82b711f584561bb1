package dev.gatehouse.areas.trading;

/** Operations that return market data other than pages. */
record MarketReads(MarketDownloads downloads, Candles candles) {}
