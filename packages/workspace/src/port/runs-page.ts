/** How many runs a page has. */
export const RUNS_PAGE = 50
