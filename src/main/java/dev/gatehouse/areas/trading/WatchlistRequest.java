package dev.gatehouse.areas.trading;

import java.util.List;

/** A new watchlist that replaces the stored one. */
record WatchlistRequest(List<WatchlistEntry> watchlist) {}
