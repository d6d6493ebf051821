import type { Phrase } from '@cairn/workspace/lib/phrase'
import { CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type {
  CataloguePart,
  CatalogueRecord,
  ChangeOutcome,
  RecordInput,
} from '@cairn/workspace/port/records/records'
import type { RelationChange } from '@cairn/workspace/port/records/relation-types'
import { z } from 'zod/mini'
import { ask, askJson, type Build } from '../client/ask.ts'
import { unexpectedAnswer } from '../client/failures.ts'
import { changedNow, nameTheConflict, ownerColumns } from '../rows/records.ts'
import type { CatalogueAdapter, Insert, RowSchema, Update } from './catalogue-adapter.ts'
import { changeRecord, requireOne } from './change-record.ts'

/** How what a user enters becomes columns. */
export interface CatalogueWriting<Kind extends CatalogueKind, New, Change> {
  /** The columns of a new record; its creator and account are known. */
  added: (input: New) => Insert<Kind>
  changed: (change: Change) => Update<Kind>
  /** The message when the name is taken. */
  nameTaken: Phrase
  /** Finds the user who adds a record, and the account. */
  findCreator: CatalogueAdapter<RowSchema, never>['findCaller']
}

type Writes<Item, New, Change extends RecordInput & { status: string }> = Pick<
  CataloguePart<Item, New, Change>,
  'add' | 'update' | 'setStatus' | 'setOwner' | 'remove'
>

/** How the records of a catalogue are written. */
export function catalogueWrites<
  Kind extends CatalogueKind,
  Row extends RowSchema,
  Item extends CatalogueRecord,
  New extends RecordInput,
  Change extends RecordInput & { status: string },
>(
  adapter: CatalogueAdapter<Row, Item>,
  writing: CatalogueWriting<Kind, New, Change>,
): Writes<Item, New, Change> {
  const { connect, kind, columns, row, itemOf } = adapter
  const { table } = CATALOGUES[kind]
  const nameTaken = nameTheConflict(writing.nameTaken)

  async function set(id: string, change: Update): Promise<Item> {
    const values: Update = { ...change, ...changedNow() }
    const build: Build = (supabase) =>
      supabase.from(table).update(values).eq('id', id).select(columns).single()
    return itemOf(await askJson(connect, build, row))
  }

  async function addRelated(values: Insert, relations: readonly RelationChange[]): Promise<Item> {
    const build: Build = (supabase) =>
      supabase.rpc('save_record', { kind, record: values, relations: sent(relations) })
    const [stored] = await askJson(connect, build, z.array(row)).catch(nameTaken)
    if (!stored) throw unexpectedAnswer('Nothing was answered.')
    return itemOf(stored)
  }

  return {
    async add(input) {
      const { personId, accountId } = await writing.findCreator()
      const values: Insert = { ...writing.added(entered(input)), created_by: personId, account_id: accountId }
      if (input.relations) return addRelated(values, input.relations)
      const stored = await askJson(
        connect,
        (supabase) => supabase.from(table).insert<Insert>(values).select(columns).single(),
        row,
      ).catch(nameTaken)
      return itemOf(stored)
    },

    update(id, change, version): Promise<ChangeOutcome<Item>> {
      // An invited person, or a team, is the owner no more, unless they are named again.
      const values: Update = {
        invited_owner_id: null,
        team_id: null,
        ...writing.changed(change),
        ...changedNow(),
      }
      const { relations } = change
      const build: Build = relations
        ? (supabase) =>
            supabase.rpc('save_record', {
              ...{ kind, record: values, relations: sent(relations), record_id: id, version },
            })
        : (supabase) =>
            supabase.from(table).update(values).eq('id', id).eq('updated_at', version).select(columns)
      return changeRecord({
        version,
        write: () => askJson(connect, build, z.array(row)).catch(nameTaken),
        read: () => readOne(adapter, id),
        itemOf,
      })
    },

    setStatus: (id, status) => set(id, { status }),

    setOwner: (id, ownerId) => set(id, ownerColumns(ownerId)),

    async remove(id) {
      const build: Build = (supabase) => supabase.from(table).delete().eq('id', id).select('id')
      requireOne(await ask(connect, build))
    },
  }
}

/** The row as it is now; null where there is none. */
function readOne<Row extends RowSchema, Item>(
  { connect, kind, columns, row }: CatalogueAdapter<Row, Item>,
  id: string,
): Promise<z.output<Row> | null> {
  const { table } = CATALOGUES[kind]
  return askJson(
    connect,
    (supabase) => supabase.from(table).select(columns).eq('id', id).maybeSingle(),
    z.nullable(row),
  )
}

/** Relations as the procedure takes them. */
function sent(relations: readonly RelationChange[]) {
  return relations.map(({ otherId, ...relation }) => ({ record_id: otherId, ...relation }))
}

/** Returns the values of a new record to send: an empty field is left out, and gets its column's default. */
function entered<New extends RecordInput>(input: New): New {
  const sent = { ...input }
  if (sent.fields && Object.keys(sent.fields).length === 0) delete sent.fields
  if (sent.tags?.length === 0) delete sent.tags
  if (sent.links?.length === 0) delete sent.links
  return sent
}
