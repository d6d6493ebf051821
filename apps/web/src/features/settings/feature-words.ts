import type { FeatureName } from '@cairn/workspace/port/features'
import type { TFunction } from 'i18next'

/** What a feature is for. */
export function featurePurpose(name: FeatureName, t: TFunction): string {
  switch (name) {
    case 'systems':
      return t('The systems that you run, who owns and who knows them.')
    case 'automations':
      return t('The flows that connect your tools.')
    case 'agents':
      return t('The AI agents that work for you.')
    case 'solutions':
      return t('What you have built yourselves, and what it rests on.')
    case 'knowledge_base':
      return t('Articles that members write for each other.')
    case 'q_and_a':
      return t('Questions and answers within the team.')
  }
}
