import { z } from 'zod/mini'
import type { FeaturesPart } from '../port/features.ts'
import { featureSwitches } from '../rules/features.ts'
import { ask } from './ask.ts'
import type { Connect } from './client.ts'
import type { FindStanding } from './membership.ts'

const featureRows = z.array(z.object({ feature_name: z.string(), enabled: z.boolean() }))

/** The account's switches; every member reads them. */
export function createFeatures(connect: Connect, standing: FindStanding): FeaturesPart {
  return {
    async list() {
      const { accountId } = await standing()
      const rows = await ask(
        connect,
        (supabase) =>
          supabase.from('app_features').select('feature_name, enabled').eq('account_id', accountId),
        featureRows,
      )
      return featureSwitches(new Map(rows.map((row) => [row.feature_name, row.enabled])))
    },
  }
}
