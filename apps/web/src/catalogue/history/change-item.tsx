import type { HistoryEntry } from '@cairn/workspace/port/records/history'
import type { TeamMember } from '@cairn/workspace/port/team'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatDateTime } from '@/lib/text/dates.ts'
import { distinctKeys } from '@/lib/text/distinct-keys.ts'
import { FORMER, personName } from '@/shared/people/person-name.ts'
import { Button } from '@/ui/button/button.tsx'
import { Ago } from '@/ui/display/ago.tsx'
import { Avatar } from '@/ui/display/avatar.tsx'
import { PRODUCT_NAME } from '@/ui/layout/page-title.tsx'
import type { RecordField } from '../fields/field.ts'
import { type ChangedValue, describeChange } from './describe-change.ts'
import { type HandoverLine, handoverIn, handoverSentence } from './describe-handover.ts'
import { fieldName } from './field-name.ts'
import type { Change } from './group-changes.ts'
import type { RestoreOffer } from './use-restore.tsx'
import { ValueChange } from './value-change.tsx'

interface ChangeItemProps {
  change: Change
  nowMs: number
  /** Null for a member who has left. */
  member: (id: string) => TeamMember | null
  systems: ReadonlyMap<string, string>
  /** The fields that records of this kind have, and the names of records to which they point. */
  fields: readonly RecordField[]
  records: ReadonlyMap<string, string>
  /** The record as it was after this change. */
  version: RestoreOffer | null
  /** The offer to restore the value that a field had before it. */
  valueBefore: (entry: HistoryEntry, change: Change) => RestoreOffer | null
}

/** A change: its author, its time, and the old and new value of each field. */
export function ChangeItem(props: ChangeItemProps) {
  const { change, nowMs, member, systems, records, version } = props
  const valueBefore = (entry: HistoryEntry) => props.valueBefore(entry, change)
  const { t, i18n } = useTranslation()
  const { action, changedBy, changedAt, entries } = change
  const handovers = entries.flatMap((entry) => handoverIn(entry) ?? [])
  const giver = (id: string) => handovers.find((line) => line.giver.id === id)?.giver.name
  const nameOf = (id: string) => member(id)?.name ?? personName(giver(id) ?? FORMER, t)
  const names = {
    person: nameOf,
    system: (id: string) => systems.get(id) ?? t('A deleted system'),
    record: (id: string) => records.get(id) ?? t('Unknown record'),
    fields: props.fields,
    t,
    language: i18n.language,
  }
  const labelOf = (column: string) => fieldName(column, t, props.fields)
  const person = changedBy === null ? PRODUCT_NAME : nameOf(changedBy)
  const program = entries[0]?.program ?? null
  const who = program === null ? person : t('{{person}} via {{program}}', { person, program })
  const isInSentence = (entry: HistoryEntry) => isOfHandover(entry, handovers)
  const others = entries.filter((entry) => !isInSentence(entry))
  const fields = others.flatMap(({ field }) => (field === null ? [] : [labelOf(field)])).join(', ')
  const values = others.flatMap((entry) => describeChange(entry, names).map((value) => ({ ...value, entry })))
  return (
    <li className="flex gap-3 py-3 first:pt-0 last:pb-0">
      <Avatar
        name={person}
        src={changedBy === null ? null : (member(changedBy)?.avatarUrl ?? null)}
        size="sm"
      />
      <div className="min-w-0 flex-1 text-sm">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="wrap-anywhere">
            <Sentence {...{ action, handovers, who, fields }} />
          </span>
          <Ago date={new Date(changedAt)} nowMs={nowMs} className="shrink-0 text-muted-foreground text-xs" />
        </p>
        {entries.filter(isInSentence).map((entry) => (
          <RestoreButton key={entry.id} offer={valueBefore(entry)} of={labelOf(entry.field ?? '')}>
            {t('Restore this value')}
          </RestoreButton>
        ))}
        <Values values={values} fields={fields} valueBefore={valueBefore} />
        {entries[0]?.isOfAct && (
          <Link
            to={`/activity/${entries[0].act}`}
            className="mr-3 text-link text-xs underline-offset-3 hover:underline"
          >
            {t('Part of a bulk change')}
          </Link>
        )}
        <RestoreButton offer={version} of={formatDateTime(new Date(changedAt), i18n.language)}>
          {t('Restore this version')}
        </RestoreButton>
      </div>
    </li>
  )
}

/** Whether the sentence of a handover already says it: the former and the new owner of a record. */
function isOfHandover({ field }: HistoryEntry, handovers: readonly HandoverLine[]): boolean {
  if (handovers.length === 0) return false
  return (
    field === 'handover' ||
    (field === 'owner_id' && handovers.some(({ part }) => part === 'owner')) ||
    (field === 'experts' && handovers.some(({ part }) => part === 'expert'))
  )
}

interface SentenceProps extends Pick<Change, 'action'> {
  handovers: readonly HandoverLine[]
  who: string
  /** The names of what was changed, in one text. */
  fields: string
}

function Sentence({ action, handovers, who, fields }: SentenceProps) {
  const { t } = useTranslation()
  return (
    <>
      {action === 'created' && t('{{person}} created it', { person: who })}
      {action === 'restored' && t('{{person}} restored it', { person: who })}
      {action === 'deleted' && t('{{person}} deleted it', { person: who })}
      {handovers.map((line) => (
        <span key={`${line.part} ${line.state}`} className="block">
          {handoverSentence(line, who, t)}
        </span>
      ))}
      {action === 'updated' && fields !== '' && t('{{person}} changed {{fields}}', { person: who, fields })}
    </>
  )
}

interface ValuesProps {
  values: readonly (ChangedValue & { entry: HistoryEntry })[]
  fields: string
  valueBefore: (entry: HistoryEntry) => RestoreOffer | null
}

function Values({ values, fields, valueBefore }: ValuesProps) {
  const { t } = useTranslation()
  const keys = distinctKeys(values.map(({ label, before, after }) => [label, before, after].join(' ')))
  if (values.length === 0) return null
  return (
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
  )
}

interface RestoreButtonProps {
  offer: RestoreOffer | null
  /** Distinguishes it from the other changes of the history. */
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
