import { AccessError } from '@cairn/workspace/errors'
import type { ProviderTrial } from '@cairn/workspace/port/provider-trials'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { securityQueries } from '@/queries/security.ts'
import { failureReason } from '@/shared/loading/failure-toast.ts'
import { providerLabel } from '@/shared/provider-label.ts'
import { Fact } from '@/ui/display/fact.tsx'
import { addressText, outcomeText } from './trial-words.ts'

/** The answer of a provider about the user, claim by claim, and what becomes of it. */
export function TrialAnswer({ code }: { code: string }) {
  const { t } = useTranslation()
  const { data: answer, error } = useQuery(securityQueries.providerTrial(useWorkspace(), code))
  if (error) return <Note>{reasonOf(error)}</Note>
  if (!answer) return <Note>{t('Loading...')}</Note>
  if (answer.kind === 'said') return <Said trial={answer} />
  const provider = providerLabel(answer.provider)
  return (
    <Note>
      {answer.reason === ''
        ? t('{{provider}} did not confirm the sign-in. The log of the server says why.', { provider })
        : t('{{provider}} did not confirm the sign-in: {{reason}}', { provider, reason: answer.reason })}
    </Note>
  )

  function reasonOf(failure: unknown): string {
    return failure instanceof AccessError && failure.code === 'flow_state_not_found'
      ? t('This trial has expired, or it began in another browser. Try again.')
      : failureReason(failure, t)
  }
}

function Note({ children }: { children: string }) {
  return (
    <p role="status" className="wrap-anywhere text-sm">
      {children}
    </p>
  )
}

function Said({ trial }: { trial: ProviderTrial }) {
  const { t } = useTranslation()
  const { address, outcome, provider, name, picture } = trial
  const kept = outcome.kind === 'own' ? outcome.keeps : null
  return (
    <div className="flex flex-col gap-4">
      <dl className="wrap-anywhere grid gap-y-3 text-sm">
        <Fact label={t('Outcome')}>{outcomeText(trial, t)}</Fact>
        <Fact label={t('Address')}>
          {address.email}
          <p className="text-muted-foreground text-xs">{addressText(trial, t)}</p>
          {kept !== null && (
            <p className="text-muted-foreground text-xs">
              {t('Another address at the provider changes nothing here: your account keeps {{email}}.', {
                email: kept,
              })}
            </p>
          )}
        </Fact>
        <Fact label={t('Name')}>
          {name ?? t('None: a new member is called Team Member until they enter a name in their profile.')}
        </Fact>
        <Fact label={t('Picture')}>{picture ?? t('None')}</Fact>
      </dl>
      <Claims provider={provider} claims={trial.claims} />
    </div>
  )
}

function Claims({ provider, claims }: Pick<ProviderTrial, 'provider' | 'claims'>) {
  const { t } = useTranslation()
  const caption = t('What {{provider}} says about you', { provider: providerLabel(provider) })
  return (
    <table className="w-full table-fixed text-left text-sm">
      <caption className="pb-2 text-left font-medium">{caption}</caption>
      <thead className="text-muted-foreground text-xs">
        <tr className="border-b">
          <th scope="col" className="w-2/5 py-1.5 pr-3 font-medium">
            {t('Claim')}
          </th>
          <th scope="col" className="py-1.5 font-medium">
            {t('Value')}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y">
        {claims.map((claim) => (
          <tr key={claim.name} className="align-top">
            <th scope="row" className="wrap-anywhere py-1.5 pr-3 font-normal text-muted-foreground">
              {claim.name}
            </th>
            <td className="wrap-anywhere py-1.5">{claim.value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
