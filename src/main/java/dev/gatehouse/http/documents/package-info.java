/** Served documents: the contract, its documentation page and the console. */
package dev.gatehouse.http.documents;
