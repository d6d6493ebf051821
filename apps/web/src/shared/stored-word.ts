import type { TFunction } from 'i18next'
import { asPhrase, phrase } from '@/lib/phrase.ts'
import { AGENT_PLATFORMS } from '@/workspace/port/agents.ts'
import { AUTOMATION_SOURCES } from '@/workspace/port/automations.ts'
import { JOB_ROLES } from '@/workspace/port/profile.ts'

/** What stands in for something that nobody has said. */
const STAND_INS = [phrase('General'), phrase('Team Member'), phrase('Unknown'), phrase('User')]

const WORDS: ReadonlySet<string> = new Set([
  ...STAND_INS,
  ...JOB_ROLES,
  ...AUTOMATION_SOURCES,
  ...AGENT_PLATFORMS,
])

/** A stored text as it is shown: one that forms offer is translated, one that somebody has typed stays as it is. */
export function storedWord(text: string, t: TFunction): string {
  return WORDS.has(text) ? t(asPhrase(text)) : text
}
