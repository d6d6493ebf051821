import { asPhrase, phrase } from '@cairn/workspace/lib/phrase'
import { JOB_ROLES } from '@cairn/workspace/port/profile'
import { AGENT_PLATFORMS } from '@cairn/workspace/port/records/agents'
import { AUTOMATION_SOURCES } from '@cairn/workspace/port/records/automations'
import type { TFunction } from 'i18next'

/** What is stored where a member has entered nothing. */
const PLACEHOLDERS = [phrase('General'), phrase('Team Member'), phrase('Unknown')]
/** The job role of a member who has named none. Other languages call the permission level of this name otherwise. */
const NO_JOB_ROLE = 'User'

const WORDS: ReadonlySet<string> = new Set([
  ...PLACEHOLDERS,
  ...JOB_ROLES,
  ...AUTOMATION_SOURCES,
  ...AGENT_PLATFORMS,
])

/** A stored text as it is shown: one that forms offer is translated, one that a member has typed stays as it is. */
export function storedLabel(text: string, t: TFunction): string {
  if (text === NO_JOB_ROLE) return t('User as a job role', { defaultValue: NO_JOB_ROLE })
  return WORDS.has(text) ? t(asPhrase(text)) : text
}
