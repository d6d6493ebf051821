import type { FeatureName, FeatureSwitches } from '../port/features.ts'

/** What an account has before its administrators choose. */
export const DEFAULT_FEATURES: FeatureSwitches = {
  systems: true,
  automations: true,
  agents: true,
  solutions: true,
  knowledge_base: false,
  q_and_a: false,
}

/** The switches that result from the stored ones. The knowledge base and the forum are not there yet: always off. */
export function featureSwitches(stored: ReadonlyMap<string, boolean>): FeatureSwitches {
  const chosen = (name: FeatureName) => stored.get(name) ?? DEFAULT_FEATURES[name]
  return {
    systems: chosen('systems'),
    automations: chosen('automations'),
    agents: chosen('agents'),
    solutions: chosen('solutions'),
    knowledge_base: false,
    q_and_a: false,
  }
}
