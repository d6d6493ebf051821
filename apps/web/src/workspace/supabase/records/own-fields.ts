import { WorkspaceError } from '@cairn/workspace/errors'
import { phrase } from '@cairn/workspace/lib/phrase'
import { COLORS, type FieldValue } from '@cairn/workspace/port/records/fields'
import type {
  OwnField,
  OwnFieldsPart,
  OwnFieldType,
  OwnFieldWords,
  SeenField,
} from '@cairn/workspace/port/records/own-fields'
import { z } from 'zod/mini'
import { signedInId } from '../account/membership.ts'
import { ask, askJson, parsed, tell } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import type { Database } from '../client/database-types.ts'
import { fieldValue } from '../rows/fields.ts'
import { momentOf } from '../rows/records.ts'

const COLUMNS =
  'id, kind, key, name, type, help, unit, choices, recordKind:record_kind, required, defaultValue:default_value, section, place, retired_at, deleted_at, version:updated_at'

const fieldChoices = z.array(z.object({ id: z.string(), name: z.string(), color: z.enum(COLORS) }))

const preview = z.object({
  converts: z.number(),
  fails: z.number(),
  first: z.array(z.object({ id: z.string(), name: z.string(), value: z.string(), in_bin: z.boolean() })),
})

type Change = Database['public']['Tables']['own_fields']['Update']

/** Reads and writes the definitions of the caller's account. */
// biome-ignore lint/plugin/short-functions: a flat list of requests, a short method for each.
export function createOwnFields(connect: Connect): OwnFieldsPart {
  async function change(seen: SeenField, columns: Change): Promise<OwnField> {
    const [written] = await ask(connect, (supabase) =>
      supabase
        .from('own_fields')
        .update(columns)
        .eq('id', seen.id)
        .eq('updated_at', seen.version)
        .select(COLUMNS),
    )
    if (written === undefined) throw changedMeanwhile()
    return fieldOf(written)
  }

  return {
    async list() {
      await signedInId(connect)
      return (await allFields(connect)).map(fieldOf)
    },
    async add(kindOfRecords, { type, recordKind, ...words }) {
      const last = await ask(connect, (supabase) =>
        supabase
          .from('own_fields')
          .select('place')
          .eq('kind', kindOfRecords)
          .order('place', { ascending: false })
          .limit(1),
      )
      const row = { kind: kindOfRecords, type, record_kind: recordKind, place: (last[0]?.place ?? -1) + 1 }
      const added = await ask(connect, (supabase) =>
        supabase
          .from('own_fields')
          .insert({ ...row, ...columnsOf(words) })
          .select(COLUMNS)
          .single(),
      )
      return fieldOf(added)
    },
    change: (seen, words) => change(seen, columnsOf(words)),
    async reorder(fields) {
      for (const [place, { id, place: before }] of fields.entries()) {
        if (place === before) continue
        await tell(connect, (supabase) => supabase.from('own_fields').update({ place }).eq('id', id))
      }
    },
    retire: (seen) => change(seen, { retired_at: new Date().toISOString() }),
    remove: (seen) => change(seen, { deleted_at: new Date().toISOString() }),
    bringBack: (seen) => change(seen, { retired_at: null, deleted_at: null }),
    countChoice: (field, choice) =>
      ask(connect, (supabase) => supabase.rpc('count_field_choice', { field, choice })),
    async previewType(field, type) {
      const { first, ...counts } = await askJson(
        connect,
        (supabase) => supabase.rpc('preview_field_type', { field, ...typeParameters(type) }),
        preview,
      )
      return { ...counts, first: first.map(({ in_bin, ...record }) => ({ ...record, isInBin: in_bin })) }
    },
    async changeType({ id, version }, type) {
      const parameters = { field: id, ...typeParameters(type), seen_at: version }
      await askJson(
        connect,
        (supabase) => supabase.rpc('change_field_type', parameters),
        z.object({ changed: z.number() }),
      )
    },
  }
}

function changedMeanwhile(): WorkspaceError {
  return new WorkspaceError(phrase('Another administrator has changed this field in the meantime.'), {
    kind: 'conflict',
  })
}

function allFields(connect: Connect) {
  return ask(connect, (supabase) =>
    supabase.from('own_fields').select(COLUMNS).order('place').order('created_at').order('id'),
  )
}

type FieldRow = Awaited<ReturnType<typeof allFields>>[number]

function fieldOf({ choices, defaultValue, retired_at, deleted_at, ...same }: FieldRow): OwnField {
  return {
    ...same,
    choices: parsed(choices, fieldChoices),
    defaultValue: parsed(defaultValue, z.nullable(fieldValue)),
    isRetired: retired_at !== null,
    deletedAt: momentOf(deleted_at),
  }
}

function columnsOf({ choices, defaultValue, ...same }: OwnFieldWords) {
  return {
    ...same,
    // A new choice has no id yet: the database makes one of its name.
    choices: choices.map(({ id, ...choice }) => (id === '' ? choice : { id, ...choice })),
    default_value: jsonOf(defaultValue),
  }
}

function jsonOf(value: FieldValue | null) {
  return typeof value === 'object' && value !== null ? [...value] : value
}

const typeParameters = ({ type, recordKind }: OwnFieldType) => ({
  new_type: type,
  ...(recordKind !== null && { new_record_kind: recordKind }),
})
