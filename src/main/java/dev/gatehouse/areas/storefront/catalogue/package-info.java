/** Products for sale in the format of the Storefront API, independent of their source. */
package dev.gatehouse.areas.storefront.catalogue;
