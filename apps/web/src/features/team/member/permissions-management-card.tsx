import { LEVELS, levelOf } from '@cairn/workspace/port/permission-level'
import type { TeamEntry } from '@cairn/workspace/port/team'
import { hasRank } from '@cairn/workspace/rules/can'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDebounced } from '@/lib/hooks/use-debounced.ts'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { teamQueries } from '@/queries/team.ts'
import { AccessDenied } from '@/shared/access-denied.tsx'
import { MoreRows } from '@/shared/loading/more-rows.tsx'
import { permissionLabel } from '@/shared/people/permission-label.ts'
import { Avatar } from '@/ui/display/avatar.tsx'
import { Badge } from '@/ui/display/badge.tsx'
import { toast } from '@/ui/feedback/toast-store.ts'
import { SearchField } from '@/ui/form/search-field.tsx'
import { Select } from '@/ui/form/select.tsx'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import { ViewerDialog } from '../handover/handover-dialog.tsx'
import { useHandover } from '../handover/use-handover.ts'
import { useSetLevel } from './use-change-member.ts'

const PAUSE_MS = 80

/** The permission levels of the members of the account, for admins. */
export function PermissionsManagementCard() {
  const { t } = useTranslation()
  const title = t('Permission Management')
  if (!hasRank(useMe().permissionLevel, 'admin'))
    return (
      <AccessDenied title={title} reason={t('You need administrator privileges to manage permissions.')} />
    )
  return <Members title={title} />
}

function Members({ title }: { title: string }) {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const [text, setText] = useState('')
  const wanted = useDebounced(text.trim(), PAUSE_MS)
  const query = useInfiniteQuery({
    ...teamQueries.membersByName(workspace, wanted),
    placeholderData: (before) => before,
  })
  const members = query.data?.pages.flatMap(({ items }) => items)
  return (
    <Card aria-busy={query.isPending || query.isPlaceholderData}>
      <CardHeader title={title} description={t('A new level takes effect immediately.')} />
      <CardContent>
        <SearchField
          label={t('Search members')}
          placeholder={t('Search members...')}
          value={text}
          onType={setText}
          className="mb-2 max-w-72 max-md:max-w-none"
        />
        {!members && !query.error && <Skeleton className="h-61 rounded-md" />}
        {members && members.length > 0 && (
          // Room for five: who joins meanwhile moves nothing below the list.
          <ul aria-label={title} className="max-h-96 min-h-61 divide-y overflow-y-auto">
            {members.map((member) => (
              <MemberLevel key={member.id} member={member} />
            ))}
          </ul>
        )}
        <p role="status" className="text-muted-foreground text-sm">
          {members?.length === 0 && t('Nobody in the account has that name.')}
        </p>
        <MoreRows query={query} />
      </CardContent>
    </Card>
  )
}

function MemberLevel({ member }: { member: TeamEntry }) {
  const { t } = useTranslation()
  const { save, isSaving } = useSetLevel()
  const { id, name, avatarUrl, permissionLevel } = member
  const { asked, isAsking, ask, closing } = useHandover(id, true)
  const isOneself = useMe().personId === id
  function choose(chosen: string) {
    const level = levelOf(chosen)
    if (isOneself)
      toast({
        variant: 'destructive',
        title: t('Permission Update Disabled'),
        description: t('Permission changes must be made by an account administrator.'),
      })
    else if (level === 'viewer' && level !== permissionLevel) ask(() => save({ id, level }))
    else if (level) save({ id, level })
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <span className="flex min-w-0 flex-1 items-center gap-2 text-sm">
        <Avatar name={name} src={avatarUrl} initials />
        <span dir="auto" className="truncate">
          {name}
        </span>
        {isOneself && (
          <Badge variant="secondary" className="shrink-0">
            {t('You')}
          </Badge>
        )}
      </span>
      <Select
        aria-label={t('Permission of {{name}}', { name })}
        value={permissionLevel}
        disabled={isSaving || isAsking}
        onChange={(event) => choose(event.target.value)}
        className="w-32"
      >
        {LEVELS.map((level) => (
          <option key={level} value={level}>
            {permissionLabel(level, t)}
          </option>
        ))}
      </Select>
      <ViewerDialog
        person={member}
        {...asked}
        pending={isSaving}
        onConfirm={(handover) => save({ id, level: 'viewer', handover }, closing)}
      />
    </li>
  )
}
