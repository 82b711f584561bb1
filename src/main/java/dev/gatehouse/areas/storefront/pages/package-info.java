/** The local shop's pages: plain HTML without a script, for every browser and reader of screens. */
package dev.gatehouse.areas.storefront.pages;
