/** The served documents: the contract itself and the page to read it by. */
package dev.gatehouse.http.documents;
