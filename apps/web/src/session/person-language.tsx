import { useEffect } from 'react'
import { chooseLanguage, currentLanguage, isLanguageChosen } from '@/i18n/choice.ts'
import { isLanguage } from '@/i18n/languages.ts'
import { logFailure } from '@/lib/log.ts'
import type { Access } from '@/workspace/port/access.ts'
import { useAccess, useSessionState } from './context.tsx'

/**
 * Keeps the language with the user who signs in: a browser in which nobody has chosen one takes theirs, and who has none
 * yet gets the one that the page speaks. The browser's time zone is kept beside it, for mails that come in the morning.
 */
export function PersonLanguage(): null {
  const access = useAccess()
  const state = useSessionState()
  const personId = state.status === 'signed-in' ? state.person.id : null
  useEffect(() => {
    if (personId === null) return
    settleLanguage(access).catch((error: unknown) => logFailure('settling the language', error))
  }, [access, personId])
  return null
}

async function settleLanguage(access: Access): Promise<void> {
  const kept = await access.keptLanguage()
  if (kept === null && currentLanguage() !== 'en') await access.keepLanguage(currentLanguage())
  if (isLanguage(kept) && !isLanguageChosen()) await chooseLanguage(kept)
  await access.keepTimeZone(new Intl.DateTimeFormat().resolvedOptions().timeZone)
}

/** Gives the function that turns to a language, and keeps it with the user who is signed in. */
export function useChooseLanguage(): typeof chooseLanguage {
  const access = useAccess()
  const { status } = useSessionState()
  return async (language) => {
    await chooseLanguage(language)
    if (status !== 'signed-in') return
    await access
      .keepLanguage(language)
      .catch((error: unknown) => logFailure('keeping the language with the user', error))
  }
}
