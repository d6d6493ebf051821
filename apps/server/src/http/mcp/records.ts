import { CATALOGUE_KINDS, CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { z } from 'zod'
import { Refused } from './as-person.ts'
import { textOfRecord } from './marked.ts'
import { missingScopes, type ToolCall } from './tool.ts'

export const KINDS = CATALOGUE_KINDS

export const kindInput = z.enum(KINDS).describe('What the record is.')
export const idInput = z.guid().describe('The id of the record, as another tool answers it.')

/** A person as tools name them. The name is null where the token may not read people. */
export const personShape = z.object({ id: z.string(), name: z.string().nullable(), link: z.string() })

/** A record as lists of tools have it. */
export const recordShape = z.object({
  kind: z.string(),
  id: z.string(),
  name: z.string(),
  status: z.string().nullable(),
  owner: z
    .string()
    .nullable()
    .describe('The name of the owner, a person or a team; null where there is none.'),
  description: z.string(),
  changed_at: z.string().nullable().describe('When it was last changed.'),
  link: z.string().describe('Where a person reads it.'),
})

const site = (publicUrl: string) => publicUrl.replace(/\/$/, '')

/** The address of a record's page. */
export const linkOf = (publicUrl: string, kind: CatalogueKind, id: string) =>
  `${site(publicUrl)}${CATALOGUES[kind].path}/${id}`

export const isKind = (word: string): word is CatalogueKind => KINDS.some((kind) => kind === word)

export const tableOf = (kind: CatalogueKind): string => CATALOGUES[kind].table

/** Refuses a call whose token misses a scope, with a sentence that names it. */
export function needScopes(call: ToolCall, asked: readonly string[]): void {
  const missing = missingScopes(call, asked)
  if (missing.length === 0) return
  throw new Refused(
    `The token of this assistant may not do this. It needs the scope ${missing.join(', ')}.`,
    { details: `token.scope_missing ${JSON.stringify({ scopes: missing })}` },
  )
}

export const noSuchRecord = () =>
  new Refused('There is no such record, or it was deleted.', { details: 'tool.unknown_record' })

/** Refuses a call that cannot read a catalogue. */
export const needKind = (call: ToolCall, kind: CatalogueKind) => needScopes(call, [`${tableOf(kind)}:read`])

const profile = z.object({ id: z.string(), name: z.string() })

/** People by their ids, once each. Without the scope for people they have no names. */
export async function peopleOf(
  { person, publicUrl, scopes }: ToolCall,
  ids: readonly (string | null)[],
): Promise<Map<string, z.infer<typeof personShape>>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  const mayRead = missingScopes({ scopes }, ['people:read']).length === 0
  const known =
    mayRead && wanted.length > 0
      ? await person.rows(`/profiles?select=id,name&id=in.(${wanted.join(',')})`, profile)
      : []
  const names = new Map(known.map(({ id, name }) => [id, textOfRecord(name, 120)]))
  return new Map(
    wanted.map((id) => [id, { id, name: names.get(id) ?? null, link: `${site(publicUrl)}/team/${id}` }]),
  )
}
