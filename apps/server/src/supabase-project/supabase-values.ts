import { z } from 'zod'

/** How values are written in the file that the Supabase CLI reads. */

const UNIT_SECONDS: ReadonlyMap<string, number> = new Map([
  ['h', 3_600],
  ['m', 60],
  ['s', 1],
])

/** A duration as Supabase writes it, in seconds: `24h`, `1h30m`, `45s`. */
export const duration = z
  .string()
  .regex(/^(\d+[hms])+$/, 'must be a duration such as 24h or 1h30m')
  .transform((text) =>
    [...text.matchAll(/(\d+)([hms])/g)].reduce(
      (sum, [, amount, unit]) => sum + Number(amount) * (UNIT_SECONDS.get(unit ?? '') ?? 0),
      0,
    ),
  )

/** As the Supabase CLI has it, `env(NAME)` stands for a variable, so that secrets stay out of the file. */
export function fromEnvironment(text: string, env: NodeJS.ProcessEnv): string {
  const name = /^env\((\w+)\)$/.exec(text)?.[1]
  return name === undefined ? text : (env[name] ?? '')
}
