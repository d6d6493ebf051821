import type { MemberProfile } from '@cairn/workspace/port/team'
import { can, hasRank } from '@cairn/workspace/rules/can'
import { useQuery } from '@tanstack/react-query'
import { UserRoundX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { leaveGuarded } from '@/lib/browser/leave-guard.ts'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { teamQueries } from '@/queries/team.ts'
import { failureReason } from '@/shared/loading/failure-toast.ts'
import { personName } from '@/shared/people/person-name.ts'
import { Button } from '@/ui/button/button.tsx'
import { ErrorState } from '@/ui/feedback/error-state.tsx'
import { Notice } from '@/ui/feedback/notice.tsx'
import { BackLink } from '@/ui/layout/back-link.tsx'
import { PageHeader } from '@/ui/layout/page-header.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import { AdminActions } from './admin-actions.tsx'
import { ContributionsCard, KnowledgeCard, SummaryCard, TeamsOfMember } from './member-cards.tsx'
import { MemberForm } from './member-form.tsx'
import { AllMemberRecords } from './member-records.tsx'
import { OwnMembership } from './own-membership.tsx'

/** A member of the team: what they let others see, what they own and know, and for managers the means to change it. */
export function MemberPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const { data: member, error, isFetching, refetch } = useQuery(teamQueries.profile(useWorkspace(), id))
  if (member) return <Profile key={member.id} member={member} />
  if (member === null) return <UserNotFound />
  if (error) {
    return (
      <ErrorState
        title={t('The profile could not be loaded')}
        message={failureReason(error, t)}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  }
  return <ProfileSkeleton />
}

function Profile({ member: found }: { member: MemberProfile }) {
  const { t } = useTranslation()
  const member = { ...found, name: personName(found.name, t) }
  const me = useMe()
  const [isEditing, setEditing] = useState(false)
  const isOneself = me.personId === member.id
  const isAdministered = !isOneself && hasRank(me.permissionLevel, 'manager')
  const edit = can(me, 'edit-member', member)
  const editing = isEditing && edit.allowed
  const toggle = isAdministered && (
    <Button
      variant="outline"
      disabledReason={edit.allowed ? null : t(edit.reason)}
      onClick={() => (editing ? leaveGuarded(() => setEditing(false)) : setEditing(true))}
    >
      {editing ? t('Cancel') : t('Edit Profile')}
    </Button>
  )
  return (
    <>
      <BackToTeam />
      <PageHeader
        title={isOneself ? t('Your Profile') : t('{{name}} Profile', { name: member.name })}
        actions={toggle}
      />
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-5">
          <SummaryCard member={member} />
          <ContributionsCard member={member} />
          {isAdministered && (
            <AdminActions
              member={member}
              editRefusal={edit.allowed ? null : t(edit.reason)}
              onEdit={() => setEditing(true)}
            />
          )}
          {isOneself && <OwnMembership />}
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          {editing && <MemberForm member={member} onClose={() => setEditing(false)} />}
          <TeamsOfMember teams={member.teams} />
          <KnowledgeCard member={member} />
          <AllMemberRecords memberId={member.id} />
        </div>
      </div>
    </>
  )
}

function BackToTeam() {
  const { t } = useTranslation()
  return <BackLink to="/team">{t('Back to Team')}</BackLink>
}

function UserNotFound() {
  const { t } = useTranslation()
  return (
    <Notice
      icon={UserRoundX}
      title={t('User Not Found')}
      text={
        <>
          <span className="block font-medium text-foreground">{t('User profile not found')}</span>
          {t(
            "The team member you're looking for doesn't exist or you don't have permission to view their profile.",
          )}
        </>
      }
    >
      <Button asChild>
        <Link to="/team">{t('Return to Team Directory')}</Link>
      </Button>
    </Notice>
  )
}

function ProfileSkeleton() {
  const { t } = useTranslation()
  return (
    <div aria-busy className="flex flex-col gap-5">
      <BackToTeam />
      <span className="sr-only">{t('Loading the profile...')}</span>
      <Skeleton className="h-6 w-64" />
      <div className="grid gap-5 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <Skeleton className="h-64 rounded-xl" />
        <Skeleton className="h-64 rounded-xl" />
      </div>
    </div>
  )
}
