import type { FeatureRow, FeaturesPart } from '@cairn/workspace/port/features'
import { featureRows, featureSwitches } from '@cairn/workspace/rules/features'
import { ask } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import type { FindCaller } from './membership.ts'
import { createFeatureSaving } from './save-features.ts'

/** The account's switches; every member reads them, admins write them. */
export function createFeatures(connect: Connect, findCaller: FindCaller): FeaturesPart {
  async function rows(): Promise<FeatureRow[]> {
    const { accountId } = await findCaller()
    const stored = await ask(connect, (supabase) =>
      supabase.from('app_features').select('id, feature_name, enabled').eq('account_id', accountId),
    )
    return featureRows(new Map(stored.map(({ feature_name, ...row }) => [feature_name, row])))
  }

  return {
    list: async () => featureSwitches(await rows()),
    rows,
    ...createFeatureSaving(connect, findCaller),
  }
}
