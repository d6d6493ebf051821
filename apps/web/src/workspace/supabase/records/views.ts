import { CATALOGUE_KINDS } from '@cairn/workspace/port/records/catalogues'
import {
  type ListState,
  type SavedView,
  VIEW_ICONS,
  VIEWER,
  type ViewsPart,
} from '@cairn/workspace/port/records/views'
import { z } from 'zod/mini'
import { signedInId } from '../account/membership.ts'
import { ask } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { refusalText } from '../client/refusal-text.ts'
import { filterParameters } from '../rows/filter-parameters.ts'

const COLUMNS = 'id,kind,name,icon,address,person_id,view_settings(is_default,watched)'

const viewRow = z.object({
  id: z.string(),
  kind: z.enum(CATALOGUE_KINDS),
  name: z.string(),
  // A newer version may have more of them.
  icon: z.catch(z.enum(VIEW_ICONS), 'bookmark'),
  address: z.string(),
  person_id: z.nullable(z.string()),
  // Row security leaves those of the user.
  view_settings: z.array(z.object({ is_default: z.boolean(), watched: z.boolean() })),
})
const viewRows = z.array(viewRow)

const countRows = z.array(
  z.object({
    view_id: z.string(),
    records: z.nullable(z.number()),
    problem: z.nullable(z.string()),
    refusal: refusalText,
  }),
)

/** The views that row security shows the user. */
export function createViews(connect: Connect): ViewsPart {
  return {
    async list() {
      await signedInId(connect)
      const rows = await ask(
        connect,
        (supabase) => supabase.from('views').select(COLUMNS).order('place').order('name').order('id'),
        viewRows,
      )
      return rows.map(viewOf)
    },

    async counts() {
      await signedInId(connect)
      const rows = await ask(connect, (supabase) => supabase.rpc('count_views'), countRows)
      return rows.map(({ view_id, records, problem, refusal }) => ({
        viewId: view_id,
        records,
        problem: problem === null ? null : { message: problem, refusal },
      }))
    },

    async add({ kind, name, icon, isShared, ...list }) {
      const row = { kind, name, icon, ...columnsOf(list), ...(isShared && { person_id: null }) }
      const rows = await ask(
        connect,
        (supabase) => supabase.from('views').insert(row).select(COLUMNS),
        z.tuple([viewRow]),
      )
      return viewOf(rows[0])
    },

    async change(id, { list, isShared, ...change }) {
      const owner = isShared === undefined ? {} : { person_id: isShared ? null : await signedInId(connect) }
      const row = { ...change, ...owner, ...(list && columnsOf(list)) }
      await ask(
        connect,
        (supabase) => supabase.from('views').update(row).eq('id', id).select('id').single(),
        z.object({ id: z.string() }),
      )
    },

    async set(id, { isDefault, isWatched }) {
      const row = {
        view_id: id,
        ...(isDefault !== undefined && { is_default: isDefault }),
        ...(isWatched !== undefined && { watched: isWatched }),
      }
      await ask(
        connect,
        (supabase) => supabase.from('view_settings').upsert(row, { onConflict: 'user_id,view_id' }),
        z.null(),
      )
    },

    async order(ids) {
      await ask(connect, (supabase) => supabase.rpc('order_views', { ids: [...ids] }), z.number())
    },

    async remove(id) {
      // A view that is already deleted causes no failure.
      await ask(connect, (supabase) => supabase.from('views').delete().eq('id', id), z.null())
    },
  }
}

function viewOf({ person_id, view_settings: [setting], ...view }: z.output<typeof viewRow>): SavedView {
  return {
    ...view,
    isShared: person_id === null,
    isDefault: setting?.is_default ?? false,
    isWatched: setting?.watched ?? false,
  }
}

/** The filter as `find_records` takes it, where the word for the user who looks stays what it is. */
const columnsOf = ({ address, filter }: ListState) => ({ address, filter: filterParameters(filter, VIEWER) })
