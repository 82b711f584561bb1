/** Stored orders of the print shop and their monthly sums. */
package dev.gatehouse.areas.commerce.printshop.orders;
