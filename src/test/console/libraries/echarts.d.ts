/** Its own types are thousands of lines; what the console hands it is checked by looking at it. */
export const init: any;
