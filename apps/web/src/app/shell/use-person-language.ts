import { isLanguage } from '@cairn/workspace/languages/languages'
import type { SessionAccess } from '@cairn/workspace/port/access'
import { useEffect } from 'react'
import { chooseLanguage, currentLanguage, isLanguageChosen } from '@/i18n/choice.ts'
import { logFailure } from '@/lib/log.ts'
import { useSessionAccess } from '@/session/context.tsx'
import type { SessionState } from '@/session/session-state.ts'

/**
 * Keeps the language with the user who signs in: a browser in which nobody has chosen one takes theirs, and who has none
 * yet gets the one that the page speaks. The browser's time zone is kept beside it, for mails that come in the morning.
 */
export function usePersonLanguage(state: SessionState): void {
  const access = useSessionAccess()
  const personId = state.status === 'signed-in' ? state.person.id : null
  useEffect(() => {
    if (personId === null) return
    settleLanguage(access).catch((error: unknown) => logFailure('settling the language', error))
  }, [access, personId])
}

async function settleLanguage(access: SessionAccess): Promise<void> {
  const kept = await access.keptLanguage()
  if (kept === null && currentLanguage() !== 'en') await access.keepLanguage(currentLanguage())
  if (isLanguage(kept) && !isLanguageChosen()) await chooseLanguage(kept)
  await access.keepTimeZone(new Intl.DateTimeFormat().resolvedOptions().timeZone)
}
