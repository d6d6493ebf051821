/** A feature that an account can switch on and off. */
export type FeatureName = 'systems' | 'automations' | 'agents' | 'solutions' | 'knowledge_base' | 'q_and_a'

export type FeatureSwitches = Readonly<Record<FeatureName, boolean>>

export interface FeaturesPart {
  /** The switches of the caller's account; a feature without a stored row has its default. */
  list(): Promise<FeatureSwitches>
}
