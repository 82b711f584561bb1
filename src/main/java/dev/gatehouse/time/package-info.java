/**
 * Clocks: the wall clock for timestamps, and the guarded clock that decides what has expired and
 * what may be deleted by age.
 */
package dev.gatehouse.time;
