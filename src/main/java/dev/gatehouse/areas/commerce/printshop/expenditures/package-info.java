/** Expenses that the owner enters by hand. */
package dev.gatehouse.areas.commerce.printshop.expenditures;
