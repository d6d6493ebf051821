import { CATALOGUE_KINDS, CATALOGUES, type CatalogueFeature } from './records/catalogues.ts'

/** Features that are still to come: no account can switch them on. */
export const ANNOUNCED_FEATURES = ['knowledge_base', 'q_and_a'] as const

/** A feature that an account can switch on and off. */
export type FeatureName = CatalogueFeature | (typeof ANNOUNCED_FEATURES)[number]

export const FEATURE_NAMES: readonly FeatureName[] = [
  ...CATALOGUE_KINDS.map((kind) => CATALOGUES[kind].feature),
  ...ANNOUNCED_FEATURES,
]

export type FeatureSwitches = Readonly<Record<FeatureName, boolean>>

/** A switch with the row that keeps it. One that is not stored yet has a temporary id. */
export interface FeatureRow {
  id: string
  name: FeatureName
  enabled: boolean
}

export interface FeaturesPart {
  /** The switches of the caller's account; a feature without a stored row has its default. */
  list(): Promise<FeatureSwitches>
  /** The same, in the order of their names, with their rows. */
  rows(): Promise<readonly FeatureRow[]>
  /** Stores rows with temporary ids, and changes the others. Admins only. */
  save(rows: readonly FeatureRow[]): Promise<void>
}
