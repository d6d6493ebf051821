import { AccessError } from '@cairn/workspace/errors'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/**
 * The password that the server asks for where the sign-in was longer ago: it is a field from then on, and what is wrong with
 * it stands there. `isNeeded` where the server has asked already.
 */
export function usePasswordProof({ isNeeded: isNeededFirst = false } = {}) {
  const { t } = useTranslation()
  const [isNeeded, setNeeded] = useState(isNeededFirst)
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)

  /** Gives whether it can be sent; a missing password is complained about. */
  function isComplete(): boolean {
    const isMissing = isNeeded && password === ''
    setError(isMissing ? t('Please enter your password') : null)
    return !isMissing
  }

  /** Gives whether the refusal was about the password. */
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
    /** What to send: null where it is not asked for. */
    password: isNeeded ? password : null,
    isComplete,
    takeRefusal,
    reset,
    field: { isNeeded, value: password, onChange: setPassword, error },
  }
}

export type PasswordProof = ReturnType<typeof usePasswordProof>
