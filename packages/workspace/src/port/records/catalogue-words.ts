import { type Phrase, phrase } from '../../lib/phrase.ts'
import type { CatalogueFeature } from './catalogues.ts'

interface CatalogueWords {
  /** The label of its switch in the settings; the menu has shorter names. */
  label: Phrase
  /** The purpose of the catalogue in a sentence. */
  purpose: Phrase
  /** The phrase for a record whose name cannot be shown. */
  oneOfYours: Phrase
}

/**
 * The words of settings, audit log and mails. They are apart from the descriptors, because no page needs them at first.
 */
export const CATALOGUE_WORDS: Readonly<Record<CatalogueFeature, CatalogueWords>> = {
  systems: {
    label: phrase('Systems'),
    purpose: phrase('The systems you run, who owns them and who knows them.'),
    oneOfYours: phrase('one of your systems'),
  },
  automations: {
    label: phrase('Automations'),
    purpose: phrase('The flows that connect your tools.'),
    oneOfYours: phrase('one of your automations'),
  },
  agents: {
    label: phrase('AI Agents'),
    purpose: phrase('The AI agents that work for you.'),
    oneOfYours: phrase('one of your agents'),
  },
  solutions: {
    label: phrase('Solutions'),
    purpose: phrase('What you have built yourselves and the systems it relies on.'),
    oneOfYours: phrase('one of your solutions'),
  },
}
