import { type Phrase, phrase } from '@cairn/workspace/lib/phrase'
import type { FeatureName } from '@cairn/workspace/port/features'
import { CATALOGUE_WORDS } from '@cairn/workspace/port/records/catalogue-words'

interface FeatureWords {
  /** Its name in the list of settings; the menu has shorter ones. */
  label: Phrase
  /** Its purpose. */
  purpose: Phrase
}

/** The names of the features in settings and audit log. */
export const FEATURE_WORDS: Readonly<Record<FeatureName, FeatureWords>> = {
  ...CATALOGUE_WORDS,
  knowledge_base: {
    label: phrase('Knowledge Base'),
    purpose: phrase('Articles that members write for each other.'),
  },
  q_and_a: { label: phrase('Q&A Forum'), purpose: phrase('Questions and answers within the team.') },
}
