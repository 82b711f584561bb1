/** The orders of the print shop, as they are kept here, and what they add up to in a month. */
package dev.gatehouse.areas.commerce.printshop.orders;
