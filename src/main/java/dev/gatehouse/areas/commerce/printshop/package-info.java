/**
 * Books of print on demand: sales, costs and profit. Orders are copied from the print shop ({@code
 * sync}, {@code orders}), and expenditures are entered by hand ({@code expenditures}). Sums of both
 * by month are computed when they are read, and kept until a change ({@code books}). The sums of a
 * year are reported for the tax office ({@code taxes}).
 */
package dev.gatehouse.areas.commerce.printshop;
