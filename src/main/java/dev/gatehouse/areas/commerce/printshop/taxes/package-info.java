/** The books of a year, as the tax office asks for them. */
package dev.gatehouse.areas.commerce.printshop.taxes;
