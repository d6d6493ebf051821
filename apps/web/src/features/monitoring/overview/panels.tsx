import type { NamedMember, SecurityOverview } from '@cairn/workspace/port/audit'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '@/lib/cn.ts'
import { formatDateTime } from '@/lib/text/dates.ts'
import { useMe } from '@/queries/context.tsx'
import { Button } from '@/ui/button/button.tsx'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'
import { AuditRow } from '../entry/audit-row.tsx'
import { PANEL_IDS } from './panel-ids.ts'
import { useAct, useOverview } from './use-overview.ts'

/** What an admin can act on: lock-outs, members without a second factor; and what changed about levels. */
export function Panels() {
  const { data: overview } = useOverview()
  if (!overview) return null
  return (
    <>
      <LockOuts lockOuts={overview.openLockOuts} />
      <WithoutSecondFactor members={overview.withoutSecondFactor} />
      <LevelChanges entries={overview.levelChanges} />
    </>
  )
}

interface PanelProps {
  id?: string
  title: string
  description: string
  /** Stands where there is nothing to list. */
  nothing: string
  isEmpty: boolean
  /** Classes of the list. */
  className?: string
  children: ReactNode
}

function Panel({ id, title, description, nothing, isEmpty, className, children }: PanelProps) {
  return (
    <Card id={id} className="scroll-mt-20">
      <CardHeader title={title} description={description} />
      <CardContent>
        {isEmpty ? (
          <p className="text-muted-foreground text-sm">{nothing}</p>
        ) : (
          <ul aria-label={title} className={cn('divide-y', className)}>
            {children}
          </ul>
        )}
      </CardContent>
    </Card>
  )
}

function LockOuts({ lockOuts }: { lockOuts: SecurityOverview['openLockOuts'] }) {
  const { t } = useTranslation()
  return (
    <Panel
      id={PANEL_IDS.lockOuts}
      title={t('Open lock-outs')}
      description={t('Members who cannot sign in just now, after too many wrong passwords.')}
      nothing={t('Nobody is locked out.')}
      isEmpty={lockOuts.length === 0}
    >
      {lockOuts.map((lockOut) => (
        <LockOutRow key={lockOut.id} lockOut={lockOut} />
      ))}
    </Panel>
  )
}

function LockOutRow({ lockOut: { id, name, until } }: { lockOut: NamedMember & { until: Date } }) {
  const { t, i18n } = useTranslation()
  const { act: release, isPending } = useAct({
    write: (audit) => audit.releaseLockOut(id),
    done: { title: t('Lock-out released'), description: t('{{name}} can sign in again.', { name }) },
    nothing: { title: t('{{name}} is not locked out any more', { name }) },
    failed: t('Error releasing the lock-out'),
  })
  return (
    <Row name={name} note={t('Locked out until {{time}}', { time: formatDateTime(until, i18n.language) })}>
      <Button
        variant="outline"
        size="sm"
        aria-label={t('Release {{name}}', { name })}
        pending={isPending}
        onClick={release}
      >
        {t('Release')}
      </Button>
    </Row>
  )
}

function WithoutSecondFactor({ members }: { members: SecurityOverview['withoutSecondFactor'] }) {
  const { t } = useTranslation()
  return (
    <Panel
      id={PANEL_IDS.secondFactors}
      title={t('Members without a second factor')}
      description={t('Their password alone opens your account. A reminder is a mail, if they take mails.')}
      nothing={
        members === null
          ? t('The sign-in service does not tell who has a second factor.')
          : t('Everybody has a second factor.')
      }
      isEmpty={members === null || members.length === 0}
    >
      {members?.map((member) => (
        <ReminderRow key={member.id} member={member} />
      ))}
    </Panel>
  )
}

function ReminderRow({ member: { id, name } }: { member: NamedMember }) {
  const { t } = useTranslation()
  const isMe = useMe().personId === id
  const { act: remind, isPending } = useAct({
    write: (audit) => audit.remindOfSecondFactor(id),
    done: {
      title: t('Reminder sent'),
      description: t('{{name}} is asked to set up two-factor authentication.', { name }),
    },
    nothing: {
      title: t('No reminder sent'),
      description: t('{{name}} was reminded today, or has a second factor by now.', { name }),
    },
    failed: t('Error sending the reminder'),
  })
  return (
    <Row name={name} note={isMe ? t('You') : null}>
      {isMe ? (
        <span className="text-muted-foreground text-xs">{t('Set it up above.')}</span>
      ) : (
        <Button
          variant="outline"
          size="sm"
          aria-label={t('Remind {{name}}', { name })}
          pending={isPending}
          onClick={remind}
        >
          {t('Remind')}
        </Button>
      )}
    </Row>
  )
}

function LevelChanges({ entries }: { entries: SecurityOverview['levelChanges'] }) {
  const { t } = useTranslation()
  return (
    <Panel
      title={t('Level changes')}
      description={t('The ten newest of the last 30 days.')}
      nothing={t('No level was changed.')}
      isEmpty={entries.length === 0}
      className="overflow-hidden rounded-lg border"
    >
      {entries.map((entry) => (
        <AuditRow key={entry.id} entry={entry} />
      ))}
    </Panel>
  )
}

function Row({ name, note, children }: { name: string; note: string | null; children: ReactNode }) {
  return (
    <li className="flex items-center justify-between gap-3 py-2.5">
      <div className="min-w-0">
        <p className="wrap-anywhere font-medium text-sm">{name}</p>
        {note && <p className="text-muted-foreground text-xs">{note}</p>}
      </div>
      {children}
    </li>
  )
}
