package dev.gatehouse.areas.trading;

import java.util.List;

/** A new watchlist, in place of the old one. */
record WatchlistRequest(List<WatchlistEntry> watchlist) {}
