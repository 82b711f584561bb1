package dev.gatehouse.areas.trading;

import dev.gatehouse.areas.trading.marketdata.importing.Importer;

/** Components that read and write the data of symbols. */
record MarketFiles(
    SymbolFiles symbols,
    MarketViews views,
    CopyWorkshop workshop,
    Importer importer,
    SymbolWrites writes) {}
