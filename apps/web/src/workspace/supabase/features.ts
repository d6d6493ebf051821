import { z } from 'zod/mini'
import { WorkspaceError } from '../errors.ts'
import type { FeatureName, FeatureRow, FeaturesPart } from '../port/features.ts'
import { featureRows, featureSwitches, isTemporary } from '../rules/features.ts'
import { ask } from './ask.ts'
import type { Connect } from './client.ts'
import type { FindCaller } from './membership.ts'
import { changedNow, touched } from './records.ts'

const storedRows = z.array(z.object({ id: z.string(), feature_name: z.string(), enabled: z.boolean() }))

/** The account's switches; every member reads them, admins write them. */
export function createFeatures(connect: Connect, findCaller: FindCaller): FeaturesPart {
  async function rows(): Promise<FeatureRow[]> {
    const { accountId } = await findCaller()
    const stored = await ask(
      connect,
      (supabase) =>
        supabase.from('app_features').select('id, feature_name, enabled').eq('account_id', accountId),
      storedRows,
    )
    return featureRows(new Map(stored.map(({ feature_name, ...row }) => [feature_name, row])))
  }

  async function add(name: FeatureName, enabled: boolean): Promise<void> {
    const { personId, accountId } = await findCaller()
    const row = { account_id: accountId, feature_name: name, enabled, updated_by: personId }
    await ask(connect, (supabase) => supabase.from('app_features').insert(row), z.null())
  }

  async function change(column: 'id' | 'feature_name', value: string, enabled: boolean): Promise<void> {
    const { personId, accountId } = await findCaller()
    await ask(
      connect,
      (supabase) =>
        supabase
          .from('app_features')
          .update({ enabled, updated_by: personId, ...changedNow() })
          .eq('account_id', accountId)
          .eq(column, value)
          .select('id')
          .single(),
      touched,
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
    list: async () => featureSwitches(await rows()),
    rows,
    async save(changed) {
      for (const row of changed) await saveOne(row)
    },
  }
}
