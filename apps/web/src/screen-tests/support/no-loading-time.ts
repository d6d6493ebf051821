/** Stands in for `workspace/demo/loading-time.ts`: the examples are here at once. */
export const LOADING_MS = 0
