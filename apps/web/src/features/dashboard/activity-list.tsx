import type { Activity } from '@cairn/workspace/port/dashboard'
import type { TFunction } from 'i18next'
import { ListChecks } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { actTitle } from '@/catalogue/acts/act-title.ts'
import { actorName } from '@/catalogue/acts/act-words.ts'
import { KINDS } from '@/catalogue/kinds.ts'
import { recordPath } from '@/catalogue/record-path.ts'
import { personName } from '@/shared/people/person-name.ts'
import { Ago } from '@/ui/display/ago.tsx'

/** The latest activities: person, action and record; each line links to its record, or to the bulk change. */
export function ActivityList({ activities }: { activities: readonly Activity[] }) {
  const { t } = useTranslation()
  const nowMs = Date.now()
  return (
    <ul aria-label={t('Recent Activity')} className="grid grid-cols-1 gap-x-4 px-2 pt-1 pb-2 lg:grid-cols-2">
      {activities.map((activity) => (
        <li key={`${activity.kind} ${activity.id}`}>
          <ActivityRow activity={activity} nowMs={nowMs} />
        </li>
      ))}
    </ul>
  )
}

function ActivityRow({ activity, nowMs }: { activity: Activity; nowMs: number }) {
  const { t } = useTranslation()
  const { kind, resource, act, occurredAt } = activity
  const Icon = act ? ListChecks : KINDS[kind].icon
  return (
    <Link
      to={act ? `/activity/${act.id}` : recordPath(activity)}
      className="flex items-center gap-3 rounded-md px-3 py-2 transition-colors duration-100 hover:bg-muted"
    >
      <span className="grid size-8 shrink-0 place-items-center rounded-md bg-muted text-muted-foreground">
        <Icon aria-hidden className="size-4" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium text-sm">{act ? actTitle(act, t) : resource}</span>
        <span className="block truncate text-muted-foreground text-xs">
          {act ? actorName(act.doneBy, t) : changeText(activity, t)}
        </span>
      </span>
      <Ago date={occurredAt} nowMs={nowMs} className="shrink-0 text-muted-foreground text-xs" />
    </Link>
  )
}

function changeText({ action, userName }: Activity, t: TFunction): string {
  const user = personName(userName, t)
  return action === 'created' ? t('Created by {{user}}', { user }) : t('Updated by {{user}}', { user })
}
