import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useWorkspace } from '@/queries/context.tsx'
import { securityQueries } from '@/queries/security.ts'
import { useAccess } from '@/session/context.tsx'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { providerLabel } from '@/shared/provider-label.ts'
import { Button } from '@/ui/button/button.tsx'
import { toast } from '@/ui/feedback/toast-store.ts'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'
import { Awaited } from '@/ui/loading/awaited.tsx'
import { TrialAnswer } from './trial-answer.tsx'

/** The parameter in which the code of a trial comes back. */
const CODE = 'provider_trial'
const RETURN_TO = '/settings/security'

/** The sign-in providers of the installation, each with a button that tries it; nothing where there are none. */
export function ProvidersCard() {
  const { t } = useTranslation()
  const code = useCodeOfTrial()
  const { data: methods, isPending } = useQuery(securityQueries.signInMethods(useAccess()))
  if (isPending) return <Awaited />
  if (methods === undefined || methods.providers.length === 0) return null
  return (
    <Card>
      <CardHeader
        title={t('Sign-in providers')}
        description={t(
          'Try a sign-in to see what a provider says about you. It signs nobody in and changes no account.',
        )}
      />
      <CardContent className="flex flex-col gap-4">
        <ul aria-label={t('Sign-in providers')} className="flex flex-wrap gap-2">
          {methods.providers.map((provider) => (
            <li key={provider}>
              <TryButton provider={provider} />
            </li>
          ))}
        </ul>
        {code !== null && <TrialAnswer code={code} />}
      </CardContent>
    </Card>
  )
}

function TryButton({ provider }: { provider: string }) {
  const { t } = useTranslation()
  const { trials } = useWorkspace().security
  const [isLeaving, setLeaving] = useState(false)

  async function leave() {
    setLeaving(true)
    try {
      window.location.assign(await trials.beginTrial(provider, RETURN_TO))
    } catch (error) {
      setLeaving(false)
      toast(failureToast(error, { title: t('The trial could not begin') }, t))
    }
  }

  return (
    <Button variant="outline" pending={isLeaving} onClick={() => void leave()}>
      {t('Try {{provider}}', { provider: providerLabel(provider) })}
    </Button>
  )
}

/** Takes the code out of the address: it works once, and nobody should pass it on. */
function useCodeOfTrial(): string | null {
  const [params, setParams] = useSearchParams()
  const inAddress = params.get(CODE)
  const [code, setCode] = useState(inAddress)
  useEffect(() => {
    if (inAddress === null) return
    setCode(inAddress)
    setParams(
      (before) => {
        before.delete(CODE)
        return before
      },
      { replace: true },
    )
  }, [inAddress, setParams])
  return code
}
