import { chooseLanguage } from '@/i18n/choice.ts'
import { logFailure } from '@/lib/log.ts'
import { useSessionAccess, useSessionState } from './context.tsx'

/** Gives the function that turns to a language, and keeps it with the user who is signed in. */
export function useChooseLanguage(): typeof chooseLanguage {
  const access = useSessionAccess()
  const { status } = useSessionState()
  return async (language) => {
    await chooseLanguage(language)
    if (status !== 'signed-in') return
    await access
      .keepLanguage(language)
      .catch((error: unknown) => logFailure('keeping the language with the user', error))
  }
}
