/**
 * The books of what is printed on demand: what was sold, what it cost, what is left. Orders are
 * copied from the print shop ({@code sync}, {@code orders}), expenditures are entered by hand
 * ({@code expenditures}); sums of both are kept by the month ({@code books}), so that no reader
 * waits for them to be added up, and told by the year to the tax office ({@code taxes}).
 */
package dev.gatehouse.areas.commerce.printshop;
