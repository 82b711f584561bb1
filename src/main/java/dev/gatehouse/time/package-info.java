/**
 * Clocks: the wall clock for timestamps, and the guarded clock that decides what has expired and
 * what may be deleted by age. Also compares times and durations.
 */
package dev.gatehouse.time;
