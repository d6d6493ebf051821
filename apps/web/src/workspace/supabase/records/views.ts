import {
  type ListState,
  type SavedView,
  VIEW_ICONS,
  VIEWER,
  type ViewsPart,
} from '@cairn/workspace/port/records/views'
import { z } from 'zod/mini'
import { signedInId } from '../account/membership.ts'
import { ask, askJson, tell } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { unexpectedAnswer } from '../client/failures.ts'
import { refusalText } from '../client/refusal-text.ts'
import { filterParameters } from '../rows/filter-parameters.ts'
import { renamed } from '../rows/renamed.ts'

const COLUMNS = 'id,kind,name,icon,address,person_id,view_settings(is_default,watched)'

const countRows = z.array(
  renamed({
    viewId: z.string(),
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
      return (await allViews(connect)).map(viewOf)
    },

    async counts() {
      await signedInId(connect)
      const rows = await askJson(connect, (supabase) => supabase.rpc('count_views'), countRows)
      return rows.map(({ viewId, records, problem, refusal }) => ({
        viewId,
        records,
        problem: problem === null ? null : { message: problem, refusal },
      }))
    },

    async add({ kind, name, icon, isShared, ...list }) {
      const row = { kind, name, icon, ...columnsOf(list), ...(isShared && { person_id: null }) }
      const [added] = await ask(connect, (supabase) => supabase.from('views').insert(row).select(COLUMNS))
      if (added === undefined) throw unexpectedAnswer('No view was answered.')
      return viewOf(added)
    },

    async change(id, { list, isShared, ...change }) {
      const owner = isShared === undefined ? {} : { person_id: isShared ? null : await signedInId(connect) }
      const row = { ...change, ...owner, ...(list && columnsOf(list)) }
      await ask(connect, (supabase) => supabase.from('views').update(row).eq('id', id).select('id').single())
    },

    async set(id, { isDefault, isWatched }) {
      const row = {
        view_id: id,
        ...(isDefault !== undefined && { is_default: isDefault }),
        ...(isWatched !== undefined && { watched: isWatched }),
      }
      await tell(connect, (supabase) =>
        supabase.from('view_settings').upsert(row, { onConflict: 'user_id,view_id' }),
      )
    },

    async order(ids) {
      await ask(connect, (supabase) => supabase.rpc('order_views', { ids: [...ids] }))
    },

    async remove(id) {
      // A view that is already deleted causes no failure.
      await tell(connect, (supabase) => supabase.from('views').delete().eq('id', id))
    },
  }
}

function allViews(connect: Connect) {
  return ask(connect, (supabase) =>
    supabase.from('views').select(COLUMNS).order('place').order('name').order('id'),
  )
}

/** A row, with the settings of the user: row security leaves no others. */
type ViewRow = Awaited<ReturnType<typeof allViews>>[number]

function viewOf({ person_id, view_settings: [setting], icon, ...view }: ViewRow): SavedView {
  return {
    ...view,
    // A newer version may have more of them.
    icon: VIEW_ICONS.find((known) => known === icon) ?? 'bookmark',
    isShared: person_id === null,
    isDefault: setting?.is_default ?? false,
    isWatched: setting?.watched ?? false,
  }
}

/** The filter as `find_records` takes it, where the word for the user who looks stays what it is. */
const columnsOf = ({ address, filter }: ListState) => ({ address, filter: filterParameters(filter, VIEWER) })
