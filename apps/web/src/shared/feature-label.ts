import type { FeatureName } from '@cairn/workspace/port/features'
import type { TFunction } from 'i18next'

/** The name of a feature in the list of settings; the menu has shorter ones. */
export function featureLabel(name: FeatureName, t: TFunction): string {
  switch (name) {
    case 'systems':
      return t('Systems')
    case 'automations':
      return t('Automations')
    case 'agents':
      return t('AI Agents')
    case 'solutions':
      return t('Solutions')
    case 'knowledge_base':
      return t('Knowledge Base')
    case 'q_and_a':
      return t('Q&A Forum')
  }
}
