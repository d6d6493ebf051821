import type { SecurityOverview } from '@cairn/workspace/port/audit'
import { CircleAlert, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { LoadedCard } from '@/shared/loading/loaded-card.tsx'
import { ExternalLink } from '@/ui/display/external-link.tsx'
import { namesOf } from './names.ts'
import { PANEL_IDS } from './panel-ids.ts'
import { useOverview } from './use-overview.ts'

/** The place in the operations guide that describes how leaked passwords are refused. */
const LEAKED_PASSWORDS = '/operations.txt#:~:text=Leaked%20passwords'

/** The possible improvements of the account's security: a sentence each, and a link to make it. */
export function StatusCard() {
  const { t } = useTranslation()
  const query = useOverview()
  return (
    <LoadedCard
      title={t('Security Status')}
      description={t('What you can improve, and where to fix it.')}
      query={query}
      failure={t('The security status could not be loaded')}
      lines={2}
    >
      {(overview) => (
        <>
          {overview === null ? <Nothing /> : <Findings overview={overview} />}
          <p className="mt-4 flex flex-wrap items-center gap-x-2 border-t pt-4 text-muted-foreground text-sm">
            {t('Cairn rejects passwords that leaked elsewhere if the operator has switched that on.')}
            <ExternalLink to={new URL(LEAKED_PASSWORDS, location.origin)}>
              {t('How to switch it on')}
            </ExternalLink>
          </p>
        </>
      )}
    </LoadedCard>
  )
}

function Nothing() {
  const { t } = useTranslation()
  return (
    <p className="flex items-center gap-2.5 text-sm">
      <ShieldCheck aria-hidden className="size-4.5 shrink-0 text-success-foreground" />
      {t('Nothing needs your attention.')}
    </p>
  )
}

function Findings({ overview }: { overview: SecurityOverview }) {
  const { t, i18n } = useTranslation()
  const { withoutSecondFactor, openLockOuts, staleInvitations, notSeen } = overview
  const factors = withoutSecondFactor?.length ?? 0
  const isFine = factors + openLockOuts.length + staleInvitations + (notSeen?.length ?? 0) === 0
  if (isFine) return <Nothing />
  return (
    <ul aria-label={t('Security Status')} className="flex flex-col gap-3">
      {openLockOuts.length > 0 && (
        <Finding to={`#${PANEL_IDS.lockOuts}`} mend={t('See lock-outs')}>
          {t('Members locked out: {{number}}.', { number: openLockOuts.length })}
        </Finding>
      )}
      {factors > 0 && (
        <Finding to={`#${PANEL_IDS.secondFactors}`} mend={t('Remind them')}>
          {t('Members without a second factor: {{number}}.', { number: factors })}
        </Finding>
      )}
      {staleInvitations > 0 && (
        <Finding to="/profile#invitations" mend={t('Clean up')}>
          {t('Invitations that expired unanswered: {{number}}.', { number: staleInvitations })}
        </Finding>
      )}
      {notSeen !== null && notSeen.length > 0 && (
        <Finding to="/team" mend={t('Open the team')}>
          {t('Not seen for 90 days: {{names}}.', { names: namesOf(notSeen, i18n.language, t) })}
        </Finding>
      )}
    </ul>
  )
}

interface FindingProps {
  /** The place for the improvement: another screen, or a card of this one. */
  to: string
  mend: string
  children: ReactNode
}

function Finding({ to, mend, children }: FindingProps) {
  const styles = 'font-medium text-link underline-offset-3 hover:underline'
  return (
    <li className="flex items-start gap-2.5 text-sm">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning-foreground" />
      <p className="wrap-anywhere min-w-0">
        {children}{' '}
        {to.startsWith('#') ? (
          // A link of the router would leave the tab out of the address.
          <a href={to} className={styles}>
            {mend}
          </a>
        ) : (
          <Link to={to} className={styles}>
            {mend}
          </Link>
        )}
      </p>
    </li>
  )
}
