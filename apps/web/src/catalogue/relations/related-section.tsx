import { CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import { RELATION_TYPES } from '@cairn/workspace/port/records/relations'
import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatNumber } from '@/lib/text/numbers.ts'
import { useRefusal } from '@/shared/use-refusal.ts'
import { Button } from '@/ui/button/button.tsx'
import { IconButton } from '@/ui/button/icon-button.tsx'
import { StatusBadge } from '@/ui/display/status-badge.tsx'
import { HeartbeatIcon } from '../heartbeats/heartbeat-state.tsx'
import { Owner } from '../owner/person.tsx'
import { RecordName } from '../record-name.tsx'
import { recordPath } from '../record-path.ts'
import { statusStyle } from '../status-styles.ts'
import type { Related, RelatedGroup, RelatedSide } from './related.ts'
import { roleOf, SIDE_TITLES } from './relation-words.ts'
import { useRemoveRelation } from './use-relations.ts'

const SHOWN_AT_FIRST = 5

/** The records on one side of a record, by kind. */
export function RelatedSection({ side, groups }: RelatedSide) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="font-medium text-sm">
        {t(SIDE_TITLES[side])}
      </h3>
      {groups.map((group) => (
        <Group key={group.kind} group={group} />
      ))}
    </section>
  )
}

function Group({ group: { kind, total, items } }: { group: RelatedGroup }) {
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
          <Row key={`${related.edge.type} ${related.edge.field} ${related.record.id}`} {...related} />
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

/** A related record: what it is to this one, its status and its owner. */
function Row({ record, edge, outgoing }: Related) {
  const { t } = useTranslation()
  const { id, kind, status, state, ownerId } = record
  const word = roleOf(edge.type, outgoing)
  const role = word === null ? edge.field : t(word)
  return (
    <li className="flex items-start gap-x-2 px-3 py-1.5">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
        <span className="wrap-anywhere min-w-0 flex-1 basis-40">
          <Link to={recordPath({ kind, id })} className="rounded-sm underline underline-offset-3">
            <RecordName kind={kind} record={record} />
          </Link>
          {role && <span className="ml-2 text-muted-foreground text-xs">{role}</span>}
          {edge.note && <span className="block text-muted-foreground text-xs">{edge.note}</span>}
        </span>
        {state && <HeartbeatIcon state={state} />}
        <StatusBadge status={statusStyle(kind, status)} />
        <span className="max-w-full text-muted-foreground text-xs">
          <Owner ownerId={ownerId} record={{ kind, id }} />
        </span>
      </div>
      <Remove record={record} edge={edge} />
    </li>
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
