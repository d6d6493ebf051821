import type { TFunction } from 'i18next'
import { z } from 'zod/mini'

/** The features that can be missing, by the words that the address or a switch uses for them. */
export type DisabledFeature =
  | 'knowledge'
  | 'questions'
  | 'systems'
  | 'processes'
  | 'automations'
  | 'agents'
  | 'solutions'

const navigationState = z.object({ disabledFeature: z.string() })
const DISABLED_PATHS = ['knowledge', 'questions', 'systems', 'processes'] as const

/** The name of a feature as the screen says it. */
export function featureName(feature: DisabledFeature, t: TFunction): string {
  switch (feature) {
    case 'knowledge':
      return t('Knowledge Base')
    case 'questions':
      return t('Q&A')
    case 'systems':
      return t('Systems')
    case 'processes':
      return t('Processes')
    case 'automations':
      return t('Automations')
    case 'agents':
      return t('Agents')
    case 'solutions':
      return t('Solutions')
  }
}

/**
 * The feature to call disabled on the not-found screen: the one that the navigation carries, or the one in whose part of
 * the address the unknown path lies. Null for any other path.
 */
export function disabledFeatureOf(pathname: string, state: unknown, t: TFunction): string | null {
  const carried = navigationState.safeParse(state)
  if (carried.success) return carried.data.disabledFeature
  const feature = DISABLED_PATHS.find((word) => pathname.startsWith(`/${word}`))
  return feature ? featureName(feature, t) : null
}
