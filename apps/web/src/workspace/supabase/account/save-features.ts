import { WorkspaceError } from '@cairn/workspace/errors'
import type { FeatureName, FeatureRow, FeaturesPart } from '@cairn/workspace/port/features'
import { isTemporary } from '@cairn/workspace/rules/features'
import { ask, tell } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { changedNow } from '../rows/records.ts'
import type { FindCaller } from './membership.ts'

/** Writes the account's switches. */
export function createFeatureSaving(connect: Connect, findCaller: FindCaller): Pick<FeaturesPart, 'save'> {
  async function add(name: FeatureName, enabled: boolean): Promise<void> {
    const { personId, accountId } = await findCaller()
    const row = { account_id: accountId, feature_name: name, enabled, updated_by: personId }
    await tell(connect, (supabase) => supabase.from('app_features').insert(row))
  }

  async function change(column: 'id' | 'feature_name', value: string, enabled: boolean): Promise<void> {
    const { personId, accountId } = await findCaller()
    await ask(connect, (supabase) =>
      supabase
        .from('app_features')
        .update({ enabled, updated_by: personId, ...changedNow() })
        .eq('account_id', accountId)
        .eq(column, value)
        .select('id')
        .single(),
    )
  }

  async function saveOne(row: FeatureRow): Promise<void> {
    if (!isTemporary(row)) return change('id', row.id, row.enabled)
    try {
      await add(row.name, row.enabled)
    } catch (error) {
      // Another admin was first to store this switch.
      if (!(error instanceof WorkspaceError) || error.kind !== 'conflict') throw error
      await change('feature_name', row.name, row.enabled)
    }
  }

  return {
    async save(changed) {
      for (const row of changed) await saveOne(row)
    },
  }
}
