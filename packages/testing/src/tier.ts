/** `npm run test:all` repeats what `npm test` shows once; docs/develop/testing.md has both. */
export const REPEATS = process.env['CAIRN_TESTS'] === 'all'

/** All of a list in `npm run test:all`; in `npm test` only the first ones, which stand for the others. */
export function firstOf<T>(list: readonly T[], count = 1): readonly T[] {
  return REPEATS ? list : list.slice(0, count)
}

/** How many cases a test makes up: the variable of the environment says it, or else the tier. */
export function casesToTry(variable: string, { once, repeated }: { once: number; repeated: number }): number {
  return Number(process.env[variable] ?? (REPEATS ? repeated : once))
}
