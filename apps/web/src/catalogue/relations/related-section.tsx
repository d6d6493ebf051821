import { CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import { RELATION_TYPES } from '@cairn/workspace/port/records/relation-types'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Wrench, X } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { cn } from '@/lib/cn.ts'
import { formatDateTime } from '@/lib/text/dates.ts'
import { formatNumber } from '@/lib/text/numbers.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { relationQueries } from '@/queries/records/relations.ts'
import { LoadFailed } from '@/shared/loading/load-failed.tsx'
import { useRefusal } from '@/shared/use-refusal.ts'
import { Button } from '@/ui/button/button.tsx'
import { IconButton } from '@/ui/button/icon-button.tsx'
import { StatusBadge } from '@/ui/display/status-badge.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import { HeartbeatIcon } from '../heartbeats/heartbeat-state.tsx'
import { Owner } from '../owner/person.tsx'
import { RecordName } from '../record-name.tsx'
import { recordPath } from '../record-path.ts'
import { statusStyle } from '../status-styles.ts'
import { type Related, type RelatedGroup, type RelatedSide, relatedSides, type Side } from './related.ts'
import { roleOf, SIDE_TITLES, UNFOLD_LABELS } from './relation-words.ts'
import { useRemoveRelation } from './use-relations.ts'

const SHOWN_AT_FIRST = 5

interface RelatedSectionProps extends RelatedSide {
  /** The record that the side belongs to. */
  recordId: string
}

/** The records on one side of a record, by kind. */
export function RelatedSection({ recordId, side, groups }: RelatedSectionProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="font-medium text-sm">
        {t(SIDE_TITLES[side])}
      </h3>
      {groups.map((group) => (
        <Group key={group.kind} group={group} side={side} path={[recordId]} />
      ))}
    </section>
  )
}

/** Leads to a row: the side that is followed, and the records on the way, which are not unfolded again. */
interface Way {
  side: Side
  path: readonly string[]
}

function Group({ group: { kind, total, items }, ...way }: Way & { group: RelatedGroup }) {
  const { t, i18n } = useTranslation()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen ? items : items.slice(0, SHOWN_AT_FIRST)
  return (
    <div className="mt-2">
      <h4 id={id} className="text-muted-foreground text-xs">
        {t(CATALOGUES[kind].title)} <span>{formatNumber(total, i18n.language)}</span>
      </h4>
      <ul aria-labelledby={id} className="mt-1 divide-y rounded-md border text-sm">
        {shown.map((related) => (
          <Row
            key={`${related.edge.type} ${related.edge.field} ${related.record.id}`}
            {...related}
            {...way}
          />
        ))}
        {isOpen && total > items.length && (
          <li className="px-3 py-1.5 text-muted-foreground">
            {t('and {{count}} more', { count: total - items.length })}
          </li>
        )}
      </ul>
      {total > SHOWN_AT_FIRST && (
        <Button
          variant="ghost"
          size="sm"
          className="mt-1"
          aria-expanded={isOpen}
          aria-describedby={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('Show fewer') : t(total > items.length ? 'Show more' : 'Show all')}
        </Button>
      )}
    </div>
  )
}

/** A related record: what it is to this one, its status and its owner, and on demand what it depends on in turn. */
function Row({ record, edge, outgoing, side, path }: Related & Way) {
  const { t, i18n } = useTranslation()
  const [isUnfolded, setUnfolded] = useState(false)
  const { id, kind, status, state, maintenanceUntil, ownerId } = record
  const word = roleOf(edge.type, outgoing)
  const role = word === null ? edge.field : t(word)
  const isAbove = path.includes(id)
  return (
    <li className="px-2 py-1.5">
      <div className="flex items-start gap-x-2">
        <Unfold {...{ record, side, isAbove, isUnfolded }} onChange={setUnfolded} />
        <div className="flex min-h-7 min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
          <span className="wrap-anywhere min-w-0 flex-1 basis-40">
            <Link to={recordPath({ kind, id })} className="rounded-sm underline underline-offset-3">
              <RecordName kind={kind} record={record} />
            </Link>
            {role && <span className="ml-2 text-muted-foreground text-xs">{role}</span>}
            {isAbove && <span className="ml-2 text-muted-foreground text-xs">{t('Shown above')}</span>}
            {edge.note && <span className="block text-muted-foreground text-xs">{edge.note}</span>}
          </span>
          {maintenanceUntil ? (
            <span className="inline-flex items-center gap-1 text-muted-foreground text-xs">
              <Wrench aria-hidden className="size-3.5 shrink-0" />
              {t('in maintenance until {{moment}}', {
                moment: formatDateTime(maintenanceUntil, i18n.language),
              })}
            </span>
          ) : (
            state && <HeartbeatIcon state={state} />
          )}
          <StatusBadge status={statusStyle(kind, status)} />
          <span className="max-w-full text-muted-foreground text-xs">
            <Owner ownerId={ownerId} record={{ kind, id }} />
          </span>
        </div>
        {path.length === 1 && <Remove record={record} edge={edge} />}
      </div>
      {isUnfolded && <Unfolded record={record} side={side} path={[...path, id]} />}
    </li>
  )
}

interface UnfoldProps extends Pick<Related, 'record'>, Pick<Way, 'side'> {
  isAbove: boolean
  isUnfolded: boolean
  onChange: (isUnfolded: boolean) => void
}

function Unfold({ record: { name }, side, isAbove, isUnfolded, onChange }: UnfoldProps) {
  const { t } = useTranslation()
  if (isAbove) return <span className="size-7 shrink-0" />
  return (
    <IconButton
      icon={ChevronRight}
      label={t(UNFOLD_LABELS[side], { name })}
      aria-expanded={isUnfolded}
      className={cn('size-7 shrink-0', isUnfolded && '[&_svg]:rotate-90')}
      onClick={() => onChange(!isUnfolded)}
    />
  )
}

/** The same side of a related record, one level further. */
function Unfolded({ record: { id, kind }, side, path }: Pick<Related, 'record'> & Way) {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(relationQueries.of(useWorkspace(), kind, id))
  if (!data && error)
    return <LoadFailed error={error} isFetching={isFetching} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="mt-2 ml-9 w-40" />
  const groups = relatedSides(id, data).find((one) => one.side === side)?.groups ?? []
  return (
    <div className="ml-4 sm:ml-9">
      {groups.length === 0 && <p className="mt-1 text-muted-foreground text-xs">{t('Nothing further.')}</p>}
      {groups.map((group) => (
        <Group key={group.kind} group={group} side={side} path={path} />
      ))}
    </div>
  )
}

/** Only relations are removed here: the others are links of a solution, and values of fields. */
function Remove({ record: { name }, edge }: Pick<Related, 'record' | 'edge'>) {
  const { t } = useTranslation()
  const { mutate: remove, isPending } = useRemoveRelation()
  const reason = useRefusal()('relate-records', null)
  const type = RELATION_TYPES.find((known) => known === edge.type)
  if (!edge.isRelation || type === undefined) return <span className="size-7 shrink-0" />
  return (
    <IconButton
      icon={X}
      label={t('Remove {{name}}', { name })}
      disabledReason={reason}
      disabled={isPending}
      className="size-7 shrink-0"
      onClick={() => remove({ fromId: edge.fromId, toId: edge.toId, type, note: edge.note })}
    />
  )
}
