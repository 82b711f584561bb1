/** Monthly sums by currency, and the figures computed from them. */
package dev.gatehouse.areas.commerce.printshop.books;
