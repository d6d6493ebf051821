import { AccessError } from '@cairn/workspace/errors'
import type { AppRequest } from '@cairn/workspace/port/connected-apps'
import type { SecurityPart } from '@cairn/workspace/port/security'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { logFailure } from '@/lib/log.ts'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { withProof } from '@/shared/proof/with-proof.ts'
import { toast } from '@/ui/feedback/toast-store.ts'

export type RequestState =
  | { status: 'loading' }
  | { status: 'asked'; request: AppRequest }
  /** The browser is on its way back. */
  | { status: 'leaving' }
  | { status: 'gone' }
  | { status: 'failed'; error: unknown }

/** Leaves for the app outside of ours by loading a new page. */
const leave = (address: string) => window.location.assign(address)

/** Returns an app's request, and the functions that answer it. */
export function useAppRequest(apps: SecurityPart['apps'], id: string) {
  const { t } = useTranslation()
  const [state, setState] = useState<RequestState>({ status: 'loading' })
  const [attempt, setAttempt] = useState(1)
  const [sending, setSending] = useState<'approve' | 'deny' | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks once.
  useEffect(() => {
    let isCurrent = true
    apps
      .appRequest(id)
      .then((answer) => {
        if (!isCurrent) return
        if (answer.kind === 'asked') return setState({ status: 'asked', request: answer })
        setState({ status: 'leaving' })
        leave(answer.redirectUrl)
      })
      .catch((error: unknown) => {
        const failed = failureOf(error)
        if (failed.status === 'failed') logFailure('asking what an app wants', error)
        if (isCurrent) setState(failed)
      })
    return () => {
      isCurrent = false
    }
  }, [apps, id, attempt])

  async function decide(decision: 'approve' | 'deny') {
    setSending(decision)
    try {
      const { redirectUrl } = await withProof(() => apps.decideAppRequest(id, decision))
      setState({ status: 'leaving' })
      leave(redirectUrl)
    } catch (error) {
      setSending(null)
      if (failureOf(error).status === 'gone') setState({ status: 'gone' })
      else toast(failureToast(error, { title: t('Your answer could not be sent') }, t))
    }
  }

  return { state, sending, decide, retry: () => setAttempt((last) => last + 1) }
}

/**
 * Returns the state for a failed request. An expired, decided, foreign or unknown one cannot be answered: the app has
 * to begin again.
 */
function failureOf(error: unknown): RequestState {
  const isGone =
    error instanceof AccessError && (error.kind === 'not-found' || error.code === 'validation_failed')
  return isGone ? { status: 'gone' } : { status: 'failed', error }
}
