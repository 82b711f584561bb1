/** What is for sale, in the words of the Storefront API, wherever it comes from. */
package dev.gatehouse.areas.storefront.catalogue;
