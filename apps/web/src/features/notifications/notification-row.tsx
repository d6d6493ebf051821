import type { Notification } from '@cairn/workspace/port/notifications'
import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import {
  Archive,
  ArrowRightLeft,
  BookOpen,
  CalendarClock,
  Check,
  Eye,
  HeartPulse,
  KeyRound,
  Lightbulb,
  type LucideIcon,
  ShieldCheck,
  Trash2,
  UserPlus,
  Webhook,
} from 'lucide-react'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { RecordField } from '@/catalogue/fields/field.ts'
import { useKnownFields } from '@/catalogue/fields/use-known-fields.ts'
import { fieldName } from '@/catalogue/history/field-name.ts'
import { KINDS } from '@/catalogue/kinds.ts'
import { cn } from '@/lib/cn.ts'
import { useMe } from '@/queries/context.tsx'
import { IconButton } from '@/ui/button/icon-button.tsx'
import { Ago } from '@/ui/display/ago.tsx'
import { HandoverAnswers } from './handover-answers.tsx'
import { useIsActWaiting } from './inbox/use-inbox.ts'
import { sentenceOf } from './sentence.ts'
import { targetOf } from './target.ts'

interface NotificationRowProps {
  notification: Notification
  nowMs: number
  onRead: (notification: Notification) => void
}

/** A notification. Opening its target marks it as read, except for guests, for whom nothing is stored. */
export function NotificationRow({ notification, nowMs, onRead }: NotificationRowProps) {
  const { t, i18n } = useTranslation()
  const me = useMe()
  const isMember = me.kind === 'member'
  const textId = useId()
  const text = useRef<HTMLAnchorElement & HTMLSpanElement>(null)
  const { isRead } = notification
  const Icon = iconOf(notification)
  const target = targetOf(notification, me.personId)
  const sentence = sentenceOf(notification, t, { language: i18n.language, nowMs })
  const markAsRead = () => {
    // The button disappears; the focus of a keyboard user stays in the row.
    text.current?.focus({ preventScroll: true })
    onRead(notification)
  }
  const styles = cn('wrap-anywhere block text-sm outline-offset-2', !isRead && 'font-medium')
  return (
    <li
      className={cn(
        'relative flex items-start gap-3 py-3 pr-3 pl-8',
        target && 'transition-colors duration-100 hover:bg-muted',
      )}
    >
      {!isRead && <span aria-hidden className="absolute top-6 left-3.5 size-2 rounded-full bg-primary" />}
      <span className="grid size-8 shrink-0 place-items-center rounded-md bg-muted text-muted-foreground">
        <Icon aria-hidden className="size-4" />
      </span>
      <div className="min-w-0 flex-1">
        {!isRead && <span className="sr-only">{t('Unread')}</span>}
        {target ? (
          <Link
            ref={text}
            id={textId}
            to={target}
            onClick={() => isMember && !isRead && onRead(notification)}
            className={cn(styles, 'after:absolute after:inset-0')}
          >
            {sentence}
          </Link>
        ) : (
          <span ref={text} id={textId} tabIndex={-1} className={styles}>
            {sentence}
          </span>
        )}
        <Footnote notification={notification} nowMs={nowMs} />
        <HandoverOf
          notification={notification}
          label={sentence}
          onAnswered={() => !isRead && onRead(notification)}
        />
      </div>
      <span className="relative grid size-8 shrink-0 place-items-center max-md:size-10">
        {!isRead && (
          <IconButton icon={Check} label={t('Mark as read')} aria-describedby={textId} onClick={markAsRead} />
        )}
      </span>
    </li>
  )
}

interface HandoverOfProps {
  notification: Notification
  label: string
  onAnswered: () => void
}

/** The records of a handover that the user has answered; until then its answers are in the inbox above. */
function HandoverOf({ notification: { handover }, label, onAnswered }: HandoverOfProps) {
  const isWaiting = useIsActWaiting(handover?.act ?? null)
  if (handover === null || isWaiting) return null
  return <HandoverAnswers act={handover.act} label={label} onAnswered={onAnswered} />
}

function Footnote({ notification, nowMs }: Pick<NotificationRowProps, 'notification' | 'nowMs'>) {
  const { kind, happenedAt, reason } = notification
  return (
    <p className="wrap-anywhere mt-0.5 text-muted-foreground text-xs">
      <Ago date={happenedAt} nowMs={nowMs} />
      {reason !== null && ` · ${reason}`}
      {kind === 'record_changed' && <ChangedFields notification={notification} />}
    </p>
  )
}

function ChangedFields({
  notification: { record, many, fields },
}: Pick<NotificationRowProps, 'notification'>) {
  const kind = record?.kind ?? many?.kind
  if (fields.length === 0) return null
  // Articles have no custom fields.
  if (kind === undefined || kind === 'article') return <FieldNames columns={fields} fields={[]} />
  return <NamesOfKind kind={kind} columns={fields} />
}

function NamesOfKind({ kind, columns }: { kind: CatalogueKind; columns: readonly string[] }) {
  const fields = useKnownFields(kind)
  return fields && <FieldNames columns={columns} fields={fields} />
}

function FieldNames({ columns, fields }: { columns: readonly string[]; fields: readonly RecordField[] }) {
  const { t } = useTranslation()
  // Several deleted fields have the same name.
  const names = new Set(columns.map((column) => fieldName(column, t, fields)))
  return ` · ${[...names].join(', ')}`
}

function iconOf({ kind, record, many }: Notification): LucideIcon {
  const recordKind = record?.kind ?? many?.kind ?? 'article'
  switch (kind) {
    case 'invitation_accepted':
    case 'member_joined':
    case 'newcomer_waiting':
      return UserPlus
    case 'level_changed':
    case 'second_factor_wanted':
      return ShieldCheck
    case 'record_deleted':
    case 'dependency_deleted':
      return Trash2
    case 'renewal_due':
      return CalendarClock
    case 'heartbeat_late':
    case 'heartbeat_failing':
    case 'heartbeat_back':
      return HeartPulse
    case 'handed_over':
      return ArrowRightLeft
    case 'view_changed':
      return Eye
    case 'token_expires':
    case 'ended_token_used':
    case 'service_account_given':
      return KeyRound
    case 'suggestion_made':
      return Lightbulb
    case 'archive_ready':
      return Archive
    case 'webhook_paused':
      return Webhook
    case 'expert_assigned':
    case 'owner_assigned':
    case 'record_changed':
    case 'record_restored':
      return recordKind === 'article' ? BookOpen : KINDS[recordKind].icon
  }
}
