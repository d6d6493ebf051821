import { type Phrase, phrase } from '../../lib/phrase.ts'
import type { CatalogueFeature } from './catalogues.ts'

interface CatalogueWords {
  /** Its switch in the settings; the menu has shorter names. */
  label: Phrase
  /** What it is for. */
  purpose: Phrase
  /** A record whose name cannot be shown. */
  oneOfYours: Phrase
}

/** What settings, audit log and mails say. Beside the descriptors, because no page needs it at first. */
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
