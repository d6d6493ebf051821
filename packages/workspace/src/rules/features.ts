import { keyed } from '../lib/keyed.ts'
import {
  ANNOUNCED_FEATURES,
  FEATURE_NAMES,
  type FeatureName,
  type FeatureRow,
  type FeatureSwitches,
} from '../port/features.ts'

/** The features of an account before its administrators choose. */
export const DEFAULT_FEATURES: FeatureSwitches = keyed(FEATURE_NAMES, (name) => !isAnnounced(name))

const TEMPORARY = 'temp-'

/** A switch as it is stored. */
interface StoredSwitch {
  id: string
  enabled: boolean
}

/** Every feature, stored or not. The knowledge base and the forum are not there yet: always off. */
export function featureRows(stored: ReadonlyMap<string, StoredSwitch>): FeatureRow[] {
  return FEATURE_NAMES.map((name) => {
    const row = stored.get(name)
    const enabled = !isAnnounced(name) && (row?.enabled ?? DEFAULT_FEATURES[name])
    return { id: row?.id ?? `${TEMPORARY}${name}`, name, enabled }
  })
}

/** Whether a row is held locally only. */
export function isTemporary({ id }: FeatureRow): boolean {
  return id.startsWith(TEMPORARY)
}

/** Whether a feature is still to come: it cannot be switched on. */
export function isAnnounced(name: FeatureName): boolean {
  return ANNOUNCED_FEATURES.some((announced) => announced === name)
}

/** The switches that result from the rows. */
export function featureSwitches(rows: readonly FeatureRow[]): FeatureSwitches {
  const switches: Record<FeatureName, boolean> = { ...DEFAULT_FEATURES }
  for (const { name, enabled } of rows) switches[name] = enabled
  return switches
}
