/**
 * Whether each part only runs to its end, with little of everything: its figures say nothing, and no aim is judged
 * (`npm run bench -- --small`).
 */
export const IS_SMALL = process.env['BENCH_SMALL'] === 'true'

/** How much a part measures: what the environment names, else as much as usual, or little in a small run. */
export const extent = (usual: number, small: number, named = ''): number =>
  Number(process.env[named] ?? (IS_SMALL ? small : usual))
