import { asPhrase, phrase } from '@cairn/workspace/lib/phrase'
import { JOB_ROLES } from '@cairn/workspace/port/profile'
import { AGENT_PLATFORMS } from '@cairn/workspace/port/records/agents'
import { AUTOMATION_SOURCES } from '@cairn/workspace/port/records/automations'
import type { TFunction } from 'i18next'

/** The stored texts where a member has entered nothing. */
const PLACEHOLDERS = [phrase('General'), phrase('Team Member'), phrase('Unknown')]
/**
 * The job role of a member who has named none. Other languages have another word for the permission level of this name.
 */
const NO_JOB_ROLE = 'User'

const WORDS: ReadonlySet<string> = new Set([
  ...PLACEHOLDERS,
  ...JOB_ROLES,
  ...AUTOMATION_SOURCES,
  ...AGENT_PLATFORMS,
])

/** Returns the shown form of a stored text: translated where forms offer it, unchanged where a member has typed it. */
export function storedLabel(text: string, t: TFunction): string {
  if (text === NO_JOB_ROLE) return t('User as a job role', { defaultValue: NO_JOB_ROLE })
  return WORDS.has(text) ? t(asPhrase(text)) : text
}
