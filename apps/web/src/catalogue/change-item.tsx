import { useTranslation } from 'react-i18next'
import { formatDateTime } from '@/lib/dates.ts'
import { distinctKeys } from '@/lib/distinct-keys.ts'
import { FORMER, personName } from '@/shared/person-name.ts'
import { Ago } from '@/ui/ago.tsx'
import { Avatar } from '@/ui/avatar.tsx'
import { Button } from '@/ui/button.tsx'
import { PRODUCT_NAME } from '@/ui/page-header.tsx'
import type { HistoryEntry } from '@/workspace/port/history.ts'
import type { TeamMember } from '@/workspace/port/team.ts'
import { type ChangedValue, describeChange } from './describe-change.ts'
import { handoverIn, handoverSentence } from './describe-handover.ts'
import { fieldName } from './field-name.ts'
import type { Change } from './group-changes.ts'
import type { RestoreOffer } from './use-restore.tsx'

interface ChangeItemProps {
  change: Change
  nowMs: number
  /** Null for a member who has left. */
  member: (id: string) => TeamMember | null
  systems: ReadonlyMap<string, string>
  /** The record as it was after this change. */
  version: RestoreOffer | null
  /** What a field was before it. */
  valueBefore: (entry: HistoryEntry) => RestoreOffer | null
}

/** One change: who, when, and each field from what to what. */
export function ChangeItem(props: ChangeItemProps) {
  const { change, nowMs, member, systems, version, valueBefore } = props
  const { t, i18n } = useTranslation()
  const { action, changedBy, changedAt, entries } = change
  const handovers = entries.flatMap((entry) => handoverIn(entry) ?? [])
  const giver = (id: string) => handovers.find((line) => line.giver.id === id)?.giver.name
  const nameOf = (id: string) => member(id)?.name ?? personName(giver(id) ?? FORMER, t)
  const names = {
    person: nameOf,
    system: (id: string) => systems.get(id) ?? t('A deleted system'),
    t,
  }
  const who = changedBy === null ? PRODUCT_NAME : nameOf(changedBy)
  // The sentence of a handover says who had it and who has it.
  const isTold = ({ field }: HistoryEntry) =>
    field === 'handover' ||
    (field === 'owner_id' && handovers.some(({ part }) => part === 'owner')) ||
    (field === 'experts' && handovers.some(({ part }) => part === 'expert'))
  const others = entries.filter((entry) => handovers.length === 0 || !isTold(entry))
  const fields = others.flatMap(({ field }) => (field === null ? [] : [fieldName(field, t)])).join(', ')
  const told = handovers.length === 0 ? [] : entries.filter(isTold)
  const values = others.flatMap((entry) => describeChange(entry, names).map((value) => ({ ...value, entry })))
  const keys = distinctKeys(values.map(({ label, before, after }) => [label, before, after].join(' ')))
  return (
    <li className="flex gap-3 py-3 first:pt-0 last:pb-0">
      <Avatar name={who} src={changedBy === null ? null : (member(changedBy)?.avatarUrl ?? null)} size="sm" />
      <div className="min-w-0 flex-1 text-sm">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="wrap-anywhere">
            {action === 'created' && t('{{person}} created it', { person: who })}
            {action === 'restored' && t('{{person}} restored it', { person: who })}
            {action === 'deleted' && t('{{person}} deleted it', { person: who })}
            {handovers.map((line) => (
              <span key={`${line.part} ${line.state}`} className="block">
                {handoverSentence(line, who, t)}
              </span>
            ))}
            {action === 'updated' &&
              fields !== '' &&
              t('{{person}} changed {{fields}}', { person: who, fields })}
          </span>
          <Ago date={new Date(changedAt)} nowMs={nowMs} className="shrink-0 text-muted-foreground text-xs" />
        </p>
        {told.map((entry) => (
          <RestoreButton key={entry.id} offer={valueBefore(entry)} of={fieldName(entry.field ?? '', t)}>
            {t('Restore this value')}
          </RestoreButton>
        ))}
        {values.length > 0 && (
          <ul className="mt-1 flex flex-col gap-1">
            {values.map(({ entry, ...value }, index) => (
              <li key={keys[index]} className="wrap-anywhere text-muted-foreground">
                {(values.length > 1 || value.label !== fields) && `${value.label}: `}
                <ValueChange {...value} />{' '}
                <RestoreButton offer={valueBefore(entry)} of={value.label}>
                  {t('Restore this value')}
                </RestoreButton>
              </li>
            ))}
          </ul>
        )}
        <RestoreButton offer={version} of={formatDateTime(new Date(changedAt), i18n.language)}>
          {t('Restore this version')}
        </RestoreButton>
      </div>
    </li>
  )
}

interface RestoreButtonProps {
  offer: RestoreOffer | null
  /** Tells it from the others of the history. */
  of: string
  children: string
}

function RestoreButton({ offer, of, children }: RestoreButtonProps) {
  return (
    offer && (
      <Button
        variant="link"
        size="sm"
        className="min-h-6"
        disabledReason={offer.reason}
        pending={offer.isPending}
        onClick={offer.onRestore}
      >
        {children}
        <span className="sr-only">{of}</span>
      </Button>
    )
  )
}

/** 'Inactive → Active'; what only came or went says so. */
function ValueChange({ before, after }: ChangedValue) {
  const { t } = useTranslation()
  if (before === null && after === null) return <span>{t('nothing')}</span>
  if (before === null) {
    return (
      <>
        {t('added')} <ins className="text-foreground no-underline">{after}</ins>
      </>
    )
  }
  if (after === null) {
    return (
      <>
        {t('removed')} <del>{before}</del>
      </>
    )
  }
  return (
    <>
      <span className="sr-only">{t('from')} </span>
      <del>{before}</del> <span aria-hidden>→</span>
      <span className="sr-only"> {t('to')}</span> <ins className="text-foreground no-underline">{after}</ins>
    </>
  )
}
