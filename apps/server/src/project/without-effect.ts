import { z } from 'zod'
import { projectConfigFile } from '../supabase-project/supabase-file.ts'

/** A part of a JSON schema: which keys a table has. */
interface Shape {
  properties?: Record<string, Shape> | undefined
  additionalProperties?: Shape | boolean | undefined
}

const shape: z.ZodType<Shape> = z.lazy(() =>
  z.object({
    properties: z.record(z.string(), shape).optional(),
    additionalProperties: z.union([z.boolean(), shape]).optional(),
  }),
)

/** The settings that the server reads, as a schema of their input. */
const READ = shape.parse(z.toJSONSchema(projectConfigFile, { io: 'input', unrepresentable: 'any' }))

/** Tables of config.toml that are for other parts of Supabase, or for the CLI alone. */
const OF_OTHERS = new Set([
  'project_id',
  'analytics',
  'edge_runtime',
  'experimental',
  'functions',
  'inbucket',
  'local_smtp',
  'realtime',
  'remotes',
  'storage',
  'studio',
])

const table = z.record(z.string(), z.unknown())

/**
 * Lists the settings of a config.toml that have no effect, with their whole names. Those of other parts of Supabase, of
 * the CLI's own database and of what is switched off are left out.
 */
export function settingsWithoutEffect(given: Record<string, unknown>): string[] {
  return Object.entries(given)
    .filter(([name]) => !OF_OTHERS.has(name))
    .flatMap(([name, value]) => {
      if (name === 'db') return []
      return unread(value, READ.properties?.[name], name)
    })
}

function unread(value: unknown, known: Shape | undefined, name: string): string[] {
  if (known === undefined) return [name]
  const parsed = table.safeParse(value)
  if (!parsed.success || parsed.data['enabled'] === false) return []
  const { properties = {}, additionalProperties } = known
  const anyOther = typeof additionalProperties === 'object' ? additionalProperties : undefined
  return Object.entries(parsed.data).flatMap(([key, inside]) =>
    key === 'enabled' ? [] : unread(inside, properties[key] ?? anyOther, `${name}.${key}`),
  )
}
