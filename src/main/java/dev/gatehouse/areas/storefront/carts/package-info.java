/** Carts as they are kept here: by a secret id, or saved under an e-mail address. */
package dev.gatehouse.areas.storefront.carts;
