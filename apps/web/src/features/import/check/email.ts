/** Matches a possible email address; the server decides. */
export const EMAIL = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/
