import type { AppearancePart } from '@cairn/workspace/port/appearance'
import { ask, askOrNull } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import type { Database } from '../client/database-types.ts'
import { changedNow } from '../rows/records.ts'
import type { FindCaller } from './membership.ts'

const COLUMNS = 'account_name, description, logo_url'

/** The account's name, description and logo; every member reads them, admins write them. */
export function createAppearance(connect: Connect, findCaller: FindCaller): AppearancePart {
  return {
    async read() {
      const { accountId } = await findCaller()
      const row = await askOrNull(connect, (supabase) =>
        supabase.from('appearance_settings').select(COLUMNS).eq('account_id', accountId).maybeSingle(),
      )
      return row && appearanceOf(row)
    },

    async save({ accountName, description, logoUrl }) {
      const { personId, accountId } = await findCaller()
      const row = {
        account_id: accountId,
        account_name: accountName,
        description,
        logo_url: logoUrl,
        updated_by: personId,
        ...changedNow(),
      }
      const saved = await ask(connect, (supabase) =>
        supabase
          .from('appearance_settings')
          .upsert(row, { onConflict: 'account_id' })
          .select(COLUMNS)
          .single(),
      )
      return appearanceOf(saved)
    },
  }
}

type Stored = Pick<
  Database['public']['Tables']['appearance_settings']['Row'],
  'account_name' | 'description' | 'logo_url'
>

function appearanceOf({ account_name, description, logo_url }: Stored) {
  return { accountName: account_name, description, logoUrl: logo_url }
}
