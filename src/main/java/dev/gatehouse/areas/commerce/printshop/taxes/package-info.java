/** Books of a year for the tax office. */
package dev.gatehouse.areas.commerce.printshop.taxes;
