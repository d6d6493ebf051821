import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const FILE = join(import.meta.dirname, 'baseline.json')

const figures = z.object({
  server: z.number(),
  postgres: z.number(),
  bareClient: z.number(),
  barePostgres: z.number(),
  ratio: z.number(),
})
const baseline = z.object({ version: z.string(), node: z.string(), requests: z.record(z.string(), figures) })

export type Figures = z.output<typeof figures>
type Baseline = z.output<typeof baseline>

/** The figures of the last release; null where none are kept. */
export function readBaseline(): Baseline | null {
  return existsSync(FILE) ? baseline.parse(JSON.parse(readFileSync(FILE, 'utf8'))) : null
}

/** Keeps the figures for the releases to come. */
export function keepBaseline(requests: Readonly<Record<string, Figures>>): void {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8')))
  const rounded = Object.fromEntries(
    Object.entries(requests).map(([title, of]) => [
      title,
      Object.fromEntries(Object.entries(of).map(([name, value]) => [name, Number(value.toFixed(3))])),
    ]),
  )
  writeFileSync(
    FILE,
    `${JSON.stringify({ version, node: process.versions.node, requests: rounded }, null, 2)}\n`,
  )
}
