import {
  ATTENTION_REASONS,
  type Attention,
  type AttentionGroup,
  type AttentionReason,
} from '@cairn/workspace/port/dashboard'
import { CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import { IN_TROUBLE } from '@cairn/workspace/port/records/heartbeat-condition'
import { hasRank } from '@cairn/workspace/rules/can'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { KINDS } from '@/catalogue/kinds.ts'
import { recordPath } from '@/catalogue/record-path.ts'
import { formatNumber } from '@/lib/text/numbers.ts'
import { useMe } from '@/queries/context.tsx'

/** The lists with all records of each reason: the search part of a catalogue's address. */
const LISTS: Record<Exclude<AttentionReason, 'handover'>, string> = {
  late: `?${IN_TROUBLE}`,
  maintenance: '?status=maintenance',
  ownerless: '?owner=none',
  mine: '?owner=me',
}

/** A group for each reason, with its first records and a link to all of them. */
export function AttentionGroups({ attention: { newcomers, reasons } }: { attention: Attention }) {
  const { t } = useTranslation()
  const present = ATTENTION_REASONS.flatMap((reason) => {
    const group = reasons[reason]
    // A record that is just being deleted is no longer among the items.
    return group && group.items.length > 0 ? [{ reason, group }] : []
  })
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))] gap-x-6 gap-y-4">
      {newcomers > 0 && (
        <Group label={t('Waiting to be admitted')} total={newcomers}>
          <p className="mt-2">
            <Way to="/settings/security">{t('Admit or refuse in the settings')}</Way>
          </p>
        </Group>
      )}
      {present.map(({ reason, group }) => (
        <Reason key={reason} reason={reason} group={group} />
      ))}
    </div>
  )
}

function Reason({ reason, group }: { reason: AttentionReason; group: AttentionGroup }) {
  const { t } = useTranslation()
  const label = useReasonLabel(reason)
  const { total, kinds, items } = group
  return (
    <Group label={label} total={total}>
      <ul className="-mx-2 mt-1">
        {items.map(({ kind, id, name }) => {
          const Icon = KINDS[kind].icon
          return (
            <li key={id}>
              <Link
                to={recordPath({ kind, id })}
                className="flex h-9 items-center gap-2.5 rounded-md px-2 text-sm transition-colors duration-100 hover:bg-muted"
              >
                <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />
                <span className="min-w-0 flex-1 truncate">{name}</span>
              </Link>
            </li>
          )
        })}
      </ul>
      {reason === 'handover' && (
        <p className="mt-1">
          <Way to="/notifications">{t('Answer in the inbox')}</Way>
        </p>
      )}
      {reason !== 'handover' && total > items.length && (
        <p className="mt-1 flex flex-wrap gap-x-3 text-sm">
          {kinds.map((kind) => (
            <Way key={kind} to={`${CATALOGUES[kind].path}${LISTS[reason]}`}>
              {t('{{things}}: {{list}}', { things: t(CATALOGUES[kind].title), list: label })}
            </Way>
          ))}
          {reason === 'late' && kinds.includes('automation') && (
            <Way to={`${CATALOGUES.automation.path}?status=active&sort=lastRun`}>
              {t('{{things}}: {{list}}', {
                things: t(CATALOGUES.automation.title),
                list: t('Active, by last run'),
              })}
            </Way>
          )}
        </p>
      )}
    </Group>
  )
}

function Group({ label, total, children }: { label: string; total: number; children: ReactNode }) {
  const { i18n } = useTranslation()
  return (
    <section aria-label={label} className="min-w-0">
      <h3 className="flex items-baseline justify-between gap-2 font-medium text-muted-foreground text-xs">
        {label}
        <span className="tabular-nums">{formatNumber(total, i18n.language)}</span>
      </h3>
      {children}
    </section>
  )
}

/** A link with the name of its target. */
function Way({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="text-link text-sm underline-offset-4 hover:underline max-md:py-2.5">
      {children}
    </Link>
  )
}

function useReasonLabel(reason: AttentionReason): string {
  const { t } = useTranslation()
  const manages = hasRank(useMe().permissionLevel, 'manager')
  switch (reason) {
    case 'handover':
      return t('Handed over to you')
    case 'mine':
      return t('Yours')
    case 'ownerless':
      return manages ? t('Without an owner') : t('Made by you, without an owner')
    case 'maintenance':
      return t('In maintenance')
    case 'late':
      return t('Late or failing')
  }
}
