/** Room for a title and five lines: the cards are as large before their content has come. */
export const OUTLOOK_ROOM = 'min-h-72'
