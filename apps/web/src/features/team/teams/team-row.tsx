import type { Team } from '@cairn/workspace/port/teams'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Merge, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Person } from '@/catalogue/owner/person.tsx'
import { cn } from '@/lib/cn.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { teamsQueries } from '@/queries/teams.ts'
import { LoadFailed } from '@/shared/loading/load-failed.tsx'
import { useTeam } from '@/shared/people/use-team.ts'
import { IconButton } from '@/ui/button/icon-button.tsx'
import { Badge } from '@/ui/display/badge.tsx'
import { ExternalLink } from '@/ui/display/external-link.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'

interface TeamRowProps {
  team: Team
  /** Whether the user may change it. */
  isManaged: boolean
  /** Whether there is no other team to merge it into. */
  isOnly: boolean
  onAsk: (does: 'change' | 'merge' | 'delete') => void
}

/** A team with its lead and contact; its members unfold. */
export function TeamRow({ team, isManaged, isOnly, onAsk }: TeamRowProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const list = useId()
  const { name, members, records } = team
  return (
    <li className="py-3">
      <div className="flex items-start gap-2 max-md:flex-wrap">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={list}
          aria-label={t('Members of {{team}}', { team: name })}
          onClick={() => setOpen(!isOpen)}
          className="grid size-7 shrink-0 place-items-center rounded-md hover:bg-accent max-md:size-10"
        >
          <ChevronRight aria-hidden className={cn('size-4', isOpen && 'rotate-90')} />
        </button>
        <div className="min-w-0 flex-1">
          <p className="flex min-h-7 flex-wrap items-center gap-x-2 gap-y-1 max-md:min-h-10">
            <span dir="auto" className="wrap-anywhere font-medium text-sm">
              {name}
            </span>
            {members === 0 ? (
              <Badge variant="warning">{t('No members')}</Badge>
            ) : (
              <span className="text-muted-foreground text-xs tabular-nums">
                {t('{{count}} members', { count: members, defaultValue_one: '{{count}} member' })}
              </span>
            )}
            {records > 0 && (
              <span className="text-muted-foreground text-xs tabular-nums">
                {t('{{count}} records', { count: records, defaultValue_one: '{{count}} record' })}
              </span>
            )}
          </p>
          <Facts team={team} />
        </div>
        {isManaged && <Actions name={name} isOnly={isOnly} onAsk={onAsk} />}
      </div>
      <div id={list} hidden={!isOpen} className="ps-9 pt-2 max-md:ps-12">
        {isOpen && <Members team={team} />}
      </div>
    </li>
  )
}

function Actions({ name, isOnly, onAsk }: Pick<TeamRowProps, 'isOnly' | 'onAsk'> & { name: string }) {
  const { t } = useTranslation()
  return (
    <span className="flex shrink-0 gap-1 max-md:w-full max-md:ps-10">
      <IconButton icon={Pencil} label={t('Change {{name}}', { name })} onClick={() => onAsk('change')} />
      <IconButton
        icon={Merge}
        label={t('Merge {{tag}}', { tag: name })}
        disabledReason={isOnly ? t('There is no other team.') : null}
        onClick={() => onAsk('merge')}
      />
      <IconButton icon={Trash2} label={t('Delete {{name}}', { name })} onClick={() => onAsk('delete')} />
    </span>
  )
}

/** Lead, deputy and contact, as far as the team has them. */
function Facts({ team: { leadId, deputyId, mail, chatUrl, onCallUrl } }: { team: Team }) {
  const { t } = useTranslation()
  const links = [
    [chatUrl, t('Chat')],
    [onCallUrl, t('On call')],
  ] as const
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm empty:hidden max-md:pt-1">
      {leadId !== null && <Named label={t('Lead')} person={<Person id={leadId} />} />}
      {deputyId !== null && <Named label={t('Deputy')} person={<Person id={deputyId} />} />}
      {mail !== '' && (
        <a
          href={`mailto:${mail}`}
          className="wrap-anywhere font-medium text-link underline-offset-3 hover:underline"
        >
          {mail}
        </a>
      )}
      {links.map(
        ([url, label]) =>
          URL.canParse(url) && (
            <ExternalLink key={label} to={new URL(url)}>
              {label}
            </ExternalLink>
          ),
      )}
    </div>
  )
}

function Named({ label, person }: { label: string; person: ReactNode }) {
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-2">
      <span className="shrink-0 text-muted-foreground text-xs">{label}</span>
      {person}
    </span>
  )
}

/** The members of a team, by name. */
function Members({ team: { id, name } }: { team: Team }) {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(teamsQueries.members(useWorkspace(), id))
  const { members } = useTeam()
  if (error) return <LoadFailed error={error} isFetching={isFetching} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="w-40" />
  const shown = members.flatMap(({ id: memberId }) => data.filter((one) => one.memberId === memberId))
  if (shown.length === 0) return <p className="text-muted-foreground text-sm">{t('No members')}</p>
  return (
    <ul
      aria-label={t('Members of {{team}}', { team: name })}
      className="flex flex-wrap gap-x-4 gap-y-2 text-sm"
    >
      {shown.map(({ memberId, byGroup }) => (
        <li key={memberId} className="flex max-w-full flex-wrap items-center gap-x-2">
          <Person id={memberId} />
          {byGroup && (
            <span className="wrap-anywhere text-muted-foreground text-xs">
              {byGroup.name === null ? t('By a group') : t('By group “{{group}}”', { group: byGroup.name })}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
