import type { NamedMember, SecurityOverview } from '@cairn/workspace/port/audit'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '@/lib/text/dates.ts'
import { useMe } from '@/queries/context.tsx'
import { ShortList } from '@/shared/short-list.tsx'
import { Button } from '@/ui/button/button.tsx'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'
import { AuditRow } from '../entry/audit-row.tsx'
import { PANEL_IDS } from './panel-ids.ts'
import { useAct, useOverview } from './use-overview.ts'

/** The panels on which an admin can act: lock-outs and members without a second factor; and the changes of levels. */
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

interface PanelProps<Item> {
  id?: string
  title: string
  description: string
  /** The text for an empty list. */
  nothing: string
  items: readonly Item[]
  /** Classes of the list. */
  className?: string
  children: (item: Item) => ReactNode
}

function Panel<Item>(props: PanelProps<Item>) {
  const { id, title, description, nothing, items, className, children } = props
  return (
    <Card id={id} className="scroll-mt-20">
      <CardHeader title={title} description={description} />
      <CardContent>
        {items.length === 0 ? (
          <p className="text-muted-foreground text-sm">{nothing}</p>
        ) : (
          <ShortList label={title} items={items} className={className}>
            {children}
          </ShortList>
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
      description={t('Members who cannot sign in at the moment because of too many wrong passwords.')}
      nothing={t('Nobody is locked out.')}
      items={lockOuts}
    >
      {(lockOut) => <LockOutRow key={lockOut.id} lockOut={lockOut} />}
    </Panel>
  )
}

function LockOutRow({ lockOut: { id, name, until } }: { lockOut: NamedMember & { until: Date } }) {
  const { t, i18n } = useTranslation()
  const { act: release, isPending } = useAct({
    write: (audit) => audit.releaseLockOut(id),
    done: { title: t('Lock-out released'), description: t('{{name}} can sign in again.', { name }) },
    nothing: { title: t('{{name}} is no longer locked out', { name }) },
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
      description={t(
        'Anyone with their password can get into your account. Cairn emails the reminder to members who have email notifications on.',
      )}
      nothing={
        members === null
          ? t('The sign-in service does not report who has a second factor.')
          : t('Everyone has a second factor.')
      }
      items={members ?? []}
    >
      {(member) => <ReminderRow key={member.id} member={member} />}
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
      description: t('Cairn asked {{name}} to set up two-factor authentication.', { name }),
    },
    nothing: {
      title: t('No reminder sent'),
      description: t('{{name}} was already reminded today or now has a second factor.', { name }),
    },
    failed: t('Error sending the reminder'),
  })
  return (
    <Row name={name} note={isMe ? t('You') : null}>
      {isMe ? (
        // A link of the router would leave the tab out of the address.
        <a href={`#${PANEL_IDS.ownFactors}`} className="font-medium text-link text-sm hover:underline">
          {t('Set it up')}
        </a>
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
      nothing={t('No levels were changed.')}
      items={entries}
      className="overflow-x-hidden rounded-lg border"
    >
      {(entry) => <AuditRow key={entry.id} entry={entry} />}
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
