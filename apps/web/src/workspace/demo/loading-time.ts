/** How long the examples take to load, as any other data does. */
export const LOADING_MS = 800
