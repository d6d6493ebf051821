import { AccessError } from '@cairn/workspace/errors'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/**
 * Holds the password that the server requires where the sign-in was longer ago: a field shows from then on, with its
 * problems. `isNeeded` where the server has required it already.
 */
export function usePasswordProof({ isNeeded: isNeededFirst = false } = {}) {
  const { t } = useTranslation()
  const [isNeeded, setNeeded] = useState(isNeededFirst)
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)

  /** Returns whether it can be sent; a missing password shows an error. */
  function isComplete(): boolean {
    const isMissing = isNeeded && password === ''
    setError(isMissing ? t('Please enter your password') : null)
    return !isMissing
  }

  /** Returns whether the refusal was about the password. */
  function takeRefusal(refusal: unknown): boolean {
    switch (refusal instanceof AccessError ? refusal.code : null) {
      case 'reauthentication_needed':
        setNeeded(true)
        return true
      case 'current_password_invalid':
        setError(t('This is not your password.'))
        return true
      default:
        return false
    }
  }

  function reset() {
    setNeeded(isNeededFirst)
    setPassword('')
    setError(null)
  }

  return {
    /** The password to send: null where it is not required. */
    password: isNeeded ? password : null,
    isComplete,
    takeRefusal,
    reset,
    field: { isNeeded, value: password, onChange: setPassword, error },
  }
}

export type PasswordProof = ReturnType<typeof usePasswordProof>
